import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { PaymentEvent, PaymentSubject, Payments, PortalRequest } from './payments.ts';
import { CHECKOUT_EXPAND, checkoutParams, idOf, toCheckoutState } from './stripe-checkout.ts';
import { EVENT_TYPES, toPaymentEvent } from './stripe-event.ts';
import { translating, unlessMissing } from './stripe-failure.ts';
import { createPortalFinder } from './stripe-portal.ts';
import { createStripePrices, type StripePrices } from './stripe-prices.ts';
import { toSubscriptionState } from './stripe-subscription.ts';
import { verifyMessage } from './verify-message.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  /** Another host with the same API, such as a simulator. */
  readonly apiBase: string | null;
  readonly clock?: Clock;
}

/** Stripe with its own package: hosted checkout and customer portal, signed webhooks. */
export function createStripePayments({
  secretKey,
  webhookSecrets,
  apiBase,
  clock = systemClock,
}: StripeOptions): Payments {
  const stripe = createStripeClient(secretKey, apiBase);
  const prices = createStripePrices(stripe);
  const findPortal = createPortalFinder(stripe);
  const isLive = isLiveKey(secretKey);
  const reader = { stripe, prices, isLive };

  return {
    account: isLive ? 'stripe_live' : 'stripe_test',

    async createCustomer({ userId, email, replaces }) {
      const params = { ...(email && { email }), metadata: { user_id: userId } };
      // A double click creates one customer. A changed email needs another key, since Stripe rejects reuse with other
      // parameters.
      const idempotencyKey = `customer ${userId} ${digest(`${email ?? ''} ${replaces ?? ''}`)}`;
      return (await translating(stripe.customers.create(params, { idempotencyKey }))).id;
    },

    async openCheckout(request) {
      const priceRef = await prices.idOf(request.offer);
      const params = checkoutParams(request, priceRef);
      const asked = stripe.checkout.sessions.create(params, { idempotencyKey: `checkout ${newUuid()}` });
      const { id, url } = await translating(asked);
      if (url === null) throw new Error('Stripe has made a checkout without a page');
      return { ref: id, url, priceRef };
    },

    async closeCheckout(ref) {
      const found = await unlessMissing(stripe.checkout.sessions.retrieve(ref));
      if (found?.status !== 'open') return;
      await translating(stripe.checkout.sessions.expire(ref, {}, { idempotencyKey: `close ${ref}` }));
    },

    async openPortal(request) {
      const params = {
        configuration: await findPortal(),
        customer: request.customerRef,
        return_url: request.returnUrl,
        ...(request.change && { flow_data: await changeOf({ stripe, prices }, request.change) }),
      };
      const options = { idempotencyKey: `portal ${newUuid()}` };
      return (await translating(stripe.billingPortal.sessions.create(params, options))).url;
    },

    async readEvent(body, signature) {
      const secrets = webhookSecrets;
      return toPaymentEvent(
        verifyMessage(stripe.webhooks, { body, signature, secrets, now: clock.now() }),
        isLive,
      );
    },

    async readCheckout(ref) {
      const found = await unlessMissing(stripe.checkout.sessions.retrieve(ref, { expand: CHECKOUT_EXPAND }));
      return found && toCheckoutState(reader, found);
    },

    async readSubscription(ref) {
      const found = await unlessMissing(stripe.subscriptions.retrieve(ref));
      return found && toSubscriptionState(reader, found);
    },

    findPaid: (paymentRef) => findPaid(stripe, paymentRef),

    async endSubscription(ref) {
      const found = await unlessMissing(stripe.subscriptions.retrieve(ref));
      if (found === null || ['canceled', 'incomplete_expired'].includes(found.status)) return;
      await translating(stripe.subscriptions.cancel(ref, {}, { idempotencyKey: `end ${ref}` }));
    },

    async refund(paymentRef) {
      const params = { payment_intent: paymentRef, reason: 'duplicate' } as const;
      await translating(stripe.refunds.create(params, { idempotencyKey: `refund ${paymentRef}` }));
    },

    listEvents: (since) => listEvents(stripe, { since, isLive }),
  };
}

/** Short timeouts: the queue retries, and a waiting user gets an answer. */
export function createStripeClient(secretKey: string, apiBase: string | null): Stripe {
  return new Stripe(secretKey, {
    ...(apiBase && hostOf(apiBase)),
    maxNetworkRetries: 2,
    timeout: 8_000,
    telemetry: false,
  });
}

const isLiveKey = (secretKey: string): boolean => /^(sk|rk)_live_/.test(secretKey);

function hostOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? '80' : '443'),
  };
}

async function changeOf(
  { stripe, prices }: { stripe: Stripe; prices: StripePrices },
  { subscriptionRef, offer }: NonNullable<PortalRequest['change']>,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  const { items } = await translating(stripe.subscriptions.retrieve(subscriptionRef));
  const [item] = items.data;
  if (!item) throw new Error(`the subscription ${subscriptionRef} is for nothing`);
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: subscriptionRef,
      items: [{ id: item.id, price: await prices.idOf(offer), quantity: 1 }],
    },
  };
}

async function findPaid(stripe: Stripe, paymentRef: string): Promise<PaymentSubject | null> {
  const { data: checkouts } = await translating(
    stripe.checkout.sessions.list({ payment_intent: paymentRef, limit: 1 }),
  );
  const [checkout] = checkouts;
  if (checkout) return { kind: 'checkout', ref: checkout.id };
  const { data: paid } = await translating(
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentRef },
      expand: ['data.invoice'],
      limit: 1,
    }),
  );
  const invoice = paid[0]?.invoice;
  if (!invoice || typeof invoice === 'string' || !('parent' in invoice)) return null;
  const ref = idOf(invoice.parent?.subscription_details?.subscription);
  return ref === null ? null : { kind: 'subscription', ref };
}

async function* listEvents(
  stripe: Stripe,
  { since, isLive }: { since: Date; isLive: boolean },
): AsyncIterable<PaymentEvent> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: string | undefined;
  for (;;) {
    const page = await translating(
      stripe.events.list({
        types: [...EVENT_TYPES],
        created,
        limit: 100,
        ...(after && { starting_after: after }),
      }),
    );
    for (const event of page.data) yield toPaymentEvent(event, isLive);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
