import type Stripe from 'stripe';
import type { PaidBill, PaidPeriod, SubscriptionState } from './payments.ts';
import { idOf } from './stripe-checkout.ts';
import { translating } from './stripe-failure.ts';
import { toPaymentState } from './stripe-payment.ts';
import type { StripePrices } from './stripe-prices.ts';

interface Reader {
  readonly stripe: Stripe;
  readonly prices: StripePrices;
  readonly isLive: boolean;
}

const STATUS: Readonly<Record<string, SubscriptionState['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'unpaid',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

/** A year of monthly bills, plus plan changes. */
const BILLS = 24;
/** Milliseconds to keep watching a bill after its period: refunds may fail and disputes be opened well after it. */
const WATCHED_AFTER_MS = 60 * 86_400_000;

export async function toSubscriptionState(
  reader: Reader,
  subscription: Stripe.Subscription,
): Promise<SubscriptionState> {
  const { stripe, prices, isLive } = reader;
  const [item, ...more] = subscription.items.data;
  const paid = stripe.invoices.list({
    subscription: subscription.id,
    status: 'paid',
    limit: BILLS,
    expand: ['data.payments'],
  });
  const bills: PaidBill[] = [];
  for (const invoice of (await translating(paid)).data) bills.push(await toBill(reader, invoice));
  return {
    ref: subscription.id,
    isForeign: subscription.livemode !== isLive,
    customerRef: idOf(subscription.customer) ?? '',
    userRef: subscription.metadata['user_id'] ?? null,
    status: STATUS[subscription.status] ?? 'unpaid',
    startedAt: new Date(subscription.created * 1000),
    price: item && more.length === 0 ? await prices.charged(item.price, item.quantity ?? 1) : null,
    cancelsAt: cancelsAt(subscription, item),
    endedAt: toDate(subscription.ended_at),
    bills,
    checkoutRef: null,
  };
}

/** Stripe has two representations: a date, or a flag on the current period. */
function cancelsAt(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): Date | null {
  if (subscription.cancel_at !== null) return toDate(subscription.cancel_at);
  return subscription.cancel_at_period_end && item ? toDate(item.current_period_end) : null;
}

async function toBill(reader: Reader, invoice: Stripe.Invoice): Promise<PaidBill> {
  const periods = await periodsOf(reader.prices, invoice);
  const isOver = periods.every(({ endsAt }) => endsAt.getTime() + WATCHED_AFTER_MS <= Date.now());
  return {
    ref: invoice.id,
    paidCents: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: toDate(invoice.status_transitions.paid_at) ?? new Date(invoice.created * 1000),
    periods,
    payment: isOver ? null : await paymentOf(reader.stripe, invoice),
  };
}

/** Negative lines credit an earlier bill; positive ones are purchases. */
async function periodsOf(prices: StripePrices, invoice: Stripe.Invoice): Promise<PaidPeriod[]> {
  const periods: PaidPeriod[] = [];
  for (const { amount, period, pricing, quantity } of invoice.lines.data) {
    const price = pricing?.price_details?.price;
    if (amount <= 0 || !price || period.end <= period.start) continue;
    periods.push({
      price: await prices.charged(price, quantity ?? 1),
      startsAt: new Date(period.start * 1000),
      endsAt: new Date(period.end * 1000),
    });
  }
  return periods;
}

async function paymentOf(stripe: Stripe, invoice: Stripe.Invoice) {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  const intent = idOf(paid?.payment.payment_intent);
  if (intent === null) return null;
  const expand = ['latest_charge.refunds'];
  return toPaymentState(stripe, await translating(stripe.paymentIntents.retrieve(intent, { expand })));
}

const toDate = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000));
