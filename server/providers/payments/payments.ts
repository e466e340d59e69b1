import type { Offer } from '#domain/shop/offers.ts';
import type { CheckoutItem, PlanKey } from '#domain/shop/plans.ts';

/** One world of a provider: what is true in one of them means nothing in another. */
export type PaymentAccount = 'local' | 'stripe_test' | 'stripe_live';

/** What a message of the provider is about. The message itself is not believed: this is looked at again. */
export type PaymentSubject =
  | { readonly kind: 'checkout'; readonly ref: string }
  | { readonly kind: 'subscription'; readonly ref: string }
  | { readonly kind: 'payment'; readonly ref: string };

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly happenedAt: Date;
  /** It comes from the provider's other world, test instead of live or the other way round. */
  readonly isForeign: boolean;
  /** null: nothing that concerns us. */
  readonly subject: PaymentSubject | null;
}

/** What is really charged, as the provider has it. */
export interface ChargedPrice {
  readonly ref: string;
  /** The key under which our set-up made this price; null for any other. */
  readonly item: string | null;
  /** One unit, tax included. */
  readonly cents: number;
  readonly currency: string;
  readonly interval: 'month' | 'year' | null;
  readonly quantity: number;
}

/** Money that went back, or is held back for good. */
export interface Reversal {
  readonly ref: string;
  readonly kind: 'refund' | 'dispute';
  readonly cents: number;
}

/** Money that was to go back, and did not. */
export interface FailedRefund {
  readonly ref: string;
  readonly cents: number;
  /** In the provider's own word, such as `expired_or_canceled_card`. */
  readonly reason: string;
}

/** A payment after which money may have gone back. */
export interface PaymentState {
  readonly ref: string;
  readonly paidCents: number;
  /** Refunds that have succeeded and disputes that are lost. */
  readonly reversals: readonly Reversal[];
  /** Also those that had succeeded before. */
  readonly failedRefunds: readonly FailedRefund[];
  /** The person's bank holds the money back until it has decided. */
  readonly isDisputed: boolean;
}

export interface CheckoutState {
  readonly ref: string;
  readonly mode: 'payment' | 'subscription';
  readonly isPaid: boolean;
  readonly isForeign: boolean;
  readonly customerRef: string | null;
  /** Whose it is by what was sent along. A hosted payment link lets the buyer write it. */
  readonly userRef: string | null;
  readonly totalCents: number;
  readonly currency: string;
  readonly prices: readonly ChargedPrice[];
  /** The address of the hosted payment link that it came from. */
  readonly linkUrl: string | null;
  readonly payment: PaymentState | null;
  readonly subscriptionRef: string | null;
  readonly happenedAt: Date;
}

/** A stretch of time that a bill has paid for. */
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
  /** null where it was paid from a balance, and for bills whose time has been over for long. */
  readonly payment: PaymentState | null;
}

export interface SubscriptionState {
  readonly ref: string;
  readonly isForeign: boolean;
  readonly customerRef: string;
  readonly userRef: string | null;
  readonly status: 'incomplete' | 'active' | 'unpaid' | 'ended';
  readonly startedAt: Date;
  /** What the next bill is for; null where it is not one price. */
  readonly price: ChargedPrice | null;
  readonly cancelsAt: Date | null;
  readonly endedAt: Date | null;
  /** The newest first; at least those whose time is not over. */
  readonly bills: readonly PaidBill[];
  /** The checkout that it came from, if that is known. */
  readonly checkoutRef: string | null;
}

export interface CheckoutRequest {
  readonly offer: Offer;
  readonly userId: string;
  readonly customerRef: string;
  /** `{CHECKOUT_SESSION_ID}` in it becomes the checkout's own id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface PortalRequest {
  readonly customerRef: string;
  readonly returnUrl: string;
  /** Opens on the confirmation of this change of plan. */
  readonly change?: { readonly subscriptionRef: string; readonly offer: Offer };
}

/** Whoever takes the money. All amounts are cents; throws PaymentsError for what the provider refuses or fails at. */
export interface Payments {
  readonly account: PaymentAccount;
  /** Makes the same customer when it is asked twice; another one in place of one that was deleted there. */
  createCustomer(person: { userId: string; email: string | null; replaces: string | null }): Promise<string>;
  /** `priceRef`: the price that is asked for there, whatever the price list says later. */
  openCheckout(request: CheckoutRequest): Promise<{ ref: string; url: string; priceRef: string }>;
  /** Nobody can pay there any more; nothing happens to one that is paid, or closed already. */
  closeCheckout(ref: string): Promise<void>;
  openPortal(request: PortalRequest): Promise<string>;
  /** Throws ForgedMessageError unless these very bytes were signed for us within the last five minutes. */
  readEvent(body: Uint8Array, signature: string | null): Promise<PaymentEvent>;
  /** null: there is none. */
  readCheckout(ref: string): Promise<CheckoutState | null>;
  readSubscription(ref: string): Promise<SubscriptionState | null>;
  /** What a payment was for. */
  findPaid(paymentRef: string): Promise<PaymentSubject | null>;
  /** Ends at once, without a refund; nothing happens to one that has ended. */
  endSubscription(ref: string): Promise<void>;
  /** Gives back what is left of a payment, once. */
  refund(paymentRef: string): Promise<void>;
  /** Messages since then that concern us, in any order. */
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
}

/** What the page of the local test checkout shows and does. No money moves. */
export interface TestCheckout {
  /** null: there is no such page. */
  show(ref: string): Promise<TestPage | null>;
  /** Where it leads next; null: there is no such checkout. */
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
      /** null: no plan runs. */
      readonly plan: {
        readonly item: CheckoutItem;
        readonly nextItem: CheckoutItem;
        readonly isCancelled: boolean;
        readonly paidUntil: Date;
      } | null;
    };

/** A message that the provider has not signed, or not for us, or not now. */
export class ForgedMessageError extends Error {
  override readonly name = 'ForgedMessageError';
}

export type PaymentsFailure =
  /** The operator has to mend it: a key, a right, a missing price. */
  | 'misconfigured'
  /** The provider understood and said no. */
  | 'refused'
  /** The customer was deleted there: another has to be made. */
  | 'customer_gone'
  /** It may pass by itself. */
  | 'unavailable';

export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly kind: PaymentsFailure;

  constructor(kind: PaymentsFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
