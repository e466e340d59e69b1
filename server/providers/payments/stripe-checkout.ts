import type Stripe from 'stripe';
import type { CheckoutRequest, CheckoutState } from './payments.ts';
import { toPaymentState } from './stripe-payment.ts';
import type { StripePrices } from './stripe-prices.ts';

/** Fields to expand when reading a checkout. */
export const CHECKOUT_EXPAND = ['line_items', 'payment_link', 'payment_intent.latest_charge.refunds'];

/** Other modes (setup) aren't ours. */
const MODES = ['payment', 'subscription'] as const;

/** Parameters of Stripe's page. The amount is only in the price, and the quantity can't be changed there. */
export function checkoutParams(
  { offer, userId, customerRef, successUrl, cancelUrl }: CheckoutRequest,
  price: string,
): Stripe.Checkout.SessionCreateParams {
  const common = {
    customer: customerRef,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
  const metadata = { user_id: userId, item: offer.item };
  return offer.kind === 'pack'
    ? { ...common, mode: 'payment', payment_intent_data: { metadata } }
    : { ...common, mode: 'subscription', subscription_data: { metadata } };
}

export async function toCheckoutState(
  { stripe, prices, isLive }: { stripe: Stripe; prices: StripePrices; isLive: boolean },
  session: Stripe.Checkout.Session,
): Promise<CheckoutState | null> {
  const mode = MODES.find((each) => each === session.mode);
  if (!mode) return null;
  const lines = session.line_items?.data ?? [];
  const { payment_intent: intent, payment_link: link } = session;
  return {
    ref: session.id,
    mode,
    isPaid: session.status === 'complete' && session.payment_status === 'paid',
    isForeign: session.livemode !== isLive,
    customerRef: idOf(session.customer),
    userRef: session.client_reference_id,
    totalCents: session.amount_total ?? -1,
    currency: session.currency ?? '',
    prices: await Promise.all(
      lines.flatMap(({ price, quantity }) => (price ? [prices.charged(price, quantity ?? 0)] : [])),
    ),
    linkUrl: link !== null && typeof link !== 'string' ? link.url : null,
    payment: intent !== null && typeof intent !== 'string' ? await toPaymentState(stripe, intent) : null,
    subscriptionRef: idOf(session.subscription),
    happenedAt: new Date(session.created * 1000),
  };
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
