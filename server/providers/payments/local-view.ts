import type { Offers } from '#domain/shop/offers.ts';
import { type CheckoutItem, intervalOf, isPlanKey } from '#domain/shop/plans.ts';
import type { TestCheckoutRow, TestSubscription } from './local-state.ts';
import type { ChargedPrice, CheckoutState, PaidBill, PaymentState, SubscriptionState } from './payments.ts';

type Asked = Pick<TestCheckoutRow, 'item' | 'cents' | 'currency'>;

/** Presents the test checkout's state as a payment provider would. */
export interface LocalView {
  /** Current price of an item. Throws if it isn't sold. */
  priceOf(item: CheckoutItem): ChargedPrice;
  /** Price of a checkout or bill at the time of sale. */
  askedOf(row: Asked): ChargedPrice;
  checkout(row: TestCheckoutRow): CheckoutState;
  subscription(found: TestSubscription): SubscriptionState;
}

export function createLocalView(offers: Offers): LocalView {
  const priceOf: LocalView['priceOf'] = (item) => charged(item, offers.of(item));
  const askedOf: LocalView['askedOf'] = ({ item, cents, currency }) =>
    cents === undefined || currency === undefined ? priceOf(item) : charged(item, { cents, currency });

  const checkout: LocalView['checkout'] = (found) => {
    const price = askedOf(found);
    const isPack = price.interval === null;
    return {
      ref: found.ref,
      mode: isPack ? 'payment' : 'subscription',
      isPaid: found.is_paid,
      isForeign: false,
      customerRef: found.customer_ref,
      userRef: found.user_id,
      totalCents: price.cents,
      currency: price.currency,
      prices: [price],
      linkUrl: null,
      payment: isPack && found.is_paid ? untouched(found.payment_ref, price.cents) : null,
      subscriptionRef: found.subscription_ref,
      happenedAt: new Date(found.happened_at),
    };
  };

  const subscription: LocalView['subscription'] = (found) => {
    const [newest] = found.bills;
    const endsAt = new Date(newest?.ends_at ?? 0);
    return {
      ref: found.ref,
      isForeign: false,
      customerRef: found.customer_ref,
      userRef: found.user_id,
      status: found.ended_at === null ? 'active' : 'ended',
      startedAt: new Date(found.bills.at(-1)?.starts_at ?? 0),
      price: newest?.item === found.next_item ? askedOf(newest) : priceOf(found.next_item),
      cancelsAt: found.is_cancelled ? endsAt : null,
      endedAt: found.ended_at === null ? null : new Date(found.ended_at),
      checkoutRef: found.checkout_ref,
      bills: found.bills.map((bill) => toBill(bill, askedOf(bill))),
    };
  };

  return { priceOf, askedOf, checkout, subscription };
}

const toBill = (bill: TestSubscription['bills'][number], price: ChargedPrice): PaidBill => ({
  ref: bill.ref,
  paidCents: price.cents,
  currency: price.currency,
  paidAt: new Date(bill.paid_at),
  periods: [{ price, startsAt: new Date(bill.starts_at), endsAt: new Date(bill.ends_at) }],
  payment: null,
});

function charged(item: CheckoutItem, { cents, currency }: { cents: number; currency: string }): ChargedPrice {
  const interval = isPlanKey(item) ? intervalOf(item) : null;
  return { ref: `price_test_${item}`, item, cents, currency, interval, quantity: 1 };
}

const untouched = (ref: string, paidCents: number): PaymentState => ({
  ref,
  paidCents,
  reversals: [],
  failedRefunds: [],
  isDisputed: false,
});
