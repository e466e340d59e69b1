import type { Offer } from '#domain/shop/offers.ts';
import type { CheckoutItem, PlanKey } from '#domain/shop/plans.ts';

/** Environments of a provider; ids of one are meaningless in another. */
export type PaymentAccount = 'local' | 'stripe_test' | 'stripe_live';

/** The object that an event is about. The event itself isn't trusted: the object is fetched again. */
export type PaymentSubject =
  | { readonly kind: 'checkout'; readonly ref: string }
  | { readonly kind: 'subscription'; readonly ref: string }
  | { readonly kind: 'payment'; readonly ref: string };

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly happenedAt: Date;
  /** True if it comes from the provider's other mode, test instead of live or vice versa. */
  readonly isForeign: boolean;
  /** Null: irrelevant to us. */
  readonly subject: PaymentSubject | null;
}

/** The price actually charged, as the provider reports it. */
export interface ChargedPrice {
  readonly ref: string;
  /** Lookup key of a price created by our set-up; null for any other. */
  readonly item: string | null;
  /** Per unit, including tax. */
  readonly cents: number;
  readonly currency: string;
  readonly interval: 'month' | 'year' | null;
  readonly quantity: number;
}

/** A refund, or a lost dispute. */
export interface Reversal {
  readonly ref: string;
  readonly kind: 'refund' | 'dispute';
  readonly cents: number;
}

/** A refund that failed. */
export interface FailedRefund {
  readonly ref: string;
  readonly cents: number;
  /** The provider's code, such as `expired_or_canceled_card`. */
  readonly reason: string;
}

/** State of a payment and its reversals. */
export interface PaymentState {
  readonly ref: string;
  readonly paidCents: number;
  /** Succeeded refunds and lost disputes. */
  readonly reversals: readonly Reversal[];
  /** Including refunds that had succeeded before. */
  readonly failedRefunds: readonly FailedRefund[];
  /** True while the customer's bank holds the money back in an open dispute. */
  readonly isDisputed: boolean;
}

export interface CheckoutState {
  readonly ref: string;
  readonly mode: 'payment' | 'subscription';
  readonly isPaid: boolean;
  readonly isForeign: boolean;
  readonly customerRef: string | null;
  /** User from the metadata. With a hosted payment link, the buyer can set it. */
  readonly userRef: string | null;
  readonly totalCents: number;
  readonly currency: string;
  readonly prices: readonly ChargedPrice[];
  /** The hosted payment link it came from. */
  readonly linkUrl: string | null;
  readonly payment: PaymentState | null;
  readonly subscriptionRef: string | null;
  readonly happenedAt: Date;
}

/** A period paid for by a bill. */
export interface PaidPeriod {
  readonly price: ChargedPrice;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface PaidBill {
  readonly ref: string;
  readonly paidCents: number;
  readonly currency: string;
  readonly paidAt: Date;
  readonly periods: readonly PaidPeriod[];
  /** Null if paid from a balance, and for bills whose period ended long ago. */
  readonly payment: PaymentState | null;
}

export interface SubscriptionState {
  readonly ref: string;
  readonly isForeign: boolean;
  readonly customerRef: string;
  readonly userRef: string | null;
  readonly status: 'incomplete' | 'active' | 'unpaid' | 'ended';
  readonly startedAt: Date;
  /** Price of the next bill; null if it isn't a single price. */
  readonly price: ChargedPrice | null;
  readonly cancelsAt: Date | null;
  readonly endedAt: Date | null;
  /** Newest first; at least those whose period hasn't ended. */
  readonly bills: readonly PaidBill[];
  /** The checkout it came from, if known. */
  readonly checkoutRef: string | null;
}

export interface CheckoutRequest {
  readonly offer: Offer;
  readonly userId: string;
  readonly customerRef: string;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the checkout's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface PortalRequest {
  readonly customerRef: string;
  readonly returnUrl: string;
  /** Opens the portal at the confirmation of this plan change. */
  readonly change?: { readonly subscriptionRef: string; readonly offer: Offer };
}

/** A payment provider. All amounts are in cents. Throws PaymentsError if the provider refuses or fails. */
export interface Payments {
  readonly account: PaymentAccount;
  /** Idempotent per user; creates a replacement for a customer deleted at the provider. */
  createCustomer(person: { userId: string; email: string | null; replaces: string | null }): Promise<string>;
  /** `priceRef`: the price charged there, even if the price list changes later. */
  openCheckout(request: CheckoutRequest): Promise<{ ref: string; url: string; priceRef: string }>;
  /** Makes it impossible to pay. No effect on one that is paid or already closed. */
  closeCheckout(ref: string): Promise<void>;
  openPortal(request: PortalRequest): Promise<string>;
  /** Throws ForgedMessageError unless exactly these bytes were signed for us within the last five minutes. */
  readEvent(body: Uint8Array, signature: string | null): Promise<PaymentEvent>;
  /** Null if it doesn't exist. */
  readCheckout(ref: string): Promise<CheckoutState | null>;
  readSubscription(ref: string): Promise<SubscriptionState | null>;
  /** Returns what a payment was for. */
  findPaid(paymentRef: string): Promise<PaymentSubject | null>;
  /** Ends it at once, without a refund. No effect on one that has ended. */
  endSubscription(ref: string): Promise<void>;
  /** Refunds the rest of a payment, once. */
  refund(paymentRef: string): Promise<void>;
  /** Relevant events since then, in any order. */
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
}

/** Actions of the local test checkout's page. No money moves. */
export interface TestCheckout {
  /** Null if there is no such page. */
  show(ref: string): Promise<TestPage | null>;
  /** Returns the URL to continue at; null if there is no such checkout. */
  pay(ref: string): Promise<string | null>;
  changePlan(ref: string, wish: PlanKey | 'cancel' | 'resume'): Promise<string | null>;
}

export type TestPage =
  | {
      readonly kind: 'checkout';
      readonly offer: Offer;
      readonly isPaid: boolean;
      readonly backUrl: string;
    }
  | {
      readonly kind: 'portal';
      readonly backUrl: string;
      /** Null without an active plan. */
      readonly plan: {
        readonly item: CheckoutItem;
        readonly nextItem: CheckoutItem;
        readonly isCancelled: boolean;
        readonly paidUntil: Date;
      } | null;
    };

/** An event not signed by the provider, not for us, or too old. */
export class ForgedMessageError extends Error {
  override readonly name = 'ForgedMessageError';
}

export type PaymentsFailure =
  /** The operator has to fix it: a key, a permission, a missing price. */
  | 'misconfigured'
  /** The provider understood the request and rejected it. */
  | 'refused'
  /** The customer was deleted there, so a new one must be created. */
  | 'customer_gone'
  /** May be transient. */
  | 'unavailable';

export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly kind: PaymentsFailure;

  constructor(kind: PaymentsFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
