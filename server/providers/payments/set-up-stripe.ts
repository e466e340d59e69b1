import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Offer } from '#domain/shop/offers.ts';
import { createStripeClient } from './stripe.ts';
import { EVENT_TYPES } from './stripe-event.ts';
import { translating, unlessMissing } from './stripe-failure.ts';
import { findPortal, type PlanPrices, portalParams, productId } from './stripe-portal.ts';
import { ITEM_FIELD, lookupKey } from './stripe-prices.ts';

export interface StripeSetUp {
  readonly secretKey: string;
  readonly apiBase: string | null;
  readonly offers: readonly Offer[];
  /** Webhook URL for Stripe; null if it couldn't reach us. */
  readonly webhookUrl: string | null;
}

export interface StripeSetUpReport {
  readonly prices: readonly { readonly item: string; readonly ref: string; readonly isNew: boolean }[];
  readonly portal: 'made' | 'updated';
  /** `secret`: only returned by Stripe when the endpoint is created. */
  readonly webhook: { readonly url: string; readonly secret: string | null } | null;
}

/**
 * Creates products, prices, customer portal and webhook endpoint in a Stripe account, and updates those of an earlier
 * set-up. Must be repeated after every change of the price list; it is idempotent.
 */
export async function setUpStripe(setUp: StripeSetUp): Promise<StripeSetUpReport> {
  const stripe = createStripeClient(setUp.secretKey, setUp.apiBase);
  const prices = [];
  for (const offer of setUp.offers) {
    await ensureProduct(stripe, offer);
    prices.push({ offer, ...(await ensurePrice(stripe, offer)) });
  }
  const plans = new Map<string, string[]>();
  for (const { offer, ref } of prices) {
    if (offer.kind !== 'plan') continue;
    plans.set(productId(offer), [...(plans.get(productId(offer)) ?? []), ref]);
  }
  const portal = await ensurePortal(
    stripe,
    [...plans].map(([product, of]) => ({ product, prices: of })),
  );
  const webhook = setUp.webhookUrl === null ? null : await ensureEndpoint(stripe, setUp.webhookUrl);
  return {
    prices: prices.map(({ offer, ref, isNew }) => ({ item: offer.item, ref, isNew })),
    portal,
    webhook,
  };
}

async function ensureProduct(stripe: Stripe, offer: Offer): Promise<void> {
  const id = productId(offer);
  const { name, description } = offer;
  const found = await unlessMissing(stripe.products.retrieve(id));
  if (found === null) {
    const params = { id, name, description };
    await translating(stripe.products.create(params, { idempotencyKey: keyOf('product', params) }));
  } else if (found.name !== name || found.description !== description || !found.active) {
    const params = { name, description, active: true };
    await translating(stripe.products.update(id, params, { idempotencyKey: fresh('product', id) }));
  }
}

async function ensurePrice(stripe: Stripe, offer: Offer): Promise<{ ref: string; isNew: boolean }> {
  const lookup = lookupKey(offer.item);
  const listed = stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 });
  const [old] = (await translating(listed)).data;
  const isRight =
    old?.unit_amount === offer.cents &&
    old.currency === offer.currency &&
    old.metadata[ITEM_FIELD] === offer.item;
  if (old && isRight) return { ref: old.id, isNew: false };
  // Prices are immutable: the new one takes over the lookup key, and existing subscribers keep the old one.
  const params: Stripe.PriceCreateParams = {
    product: productId(offer),
    unit_amount: offer.cents,
    currency: offer.currency,
    tax_behavior: 'inclusive',
    lookup_key: lookup,
    transfer_lookup_key: true,
    metadata: { [ITEM_FIELD]: offer.item },
    ...(offer.kind === 'plan' && { recurring: { interval: offer.interval } }),
  };
  const idempotencyKey = keyOf('price', { ...params, after: old?.id });
  const made = await translating(stripe.prices.create(params, { idempotencyKey }));
  if (old) {
    await translating(
      stripe.prices.update(old.id, { active: false }, { idempotencyKey: fresh('price', old.id) }),
    );
  }
  return { ref: made.id, isNew: true };
}

async function ensurePortal(stripe: Stripe, plans: readonly PlanPrices[]): Promise<'made' | 'updated'> {
  const params = portalParams(plans);
  const found = await findPortal(stripe);
  const { configurations } = stripe.billingPortal;
  if (found) {
    await translating(configurations.update(found.id, params, { idempotencyKey: fresh('portal', found.id) }));
    return 'updated';
  }
  await translating(configurations.create(params, { idempotencyKey: keyOf('portal', params) }));
  return 'made';
}

async function ensureEndpoint(stripe: Stripe, url: string): Promise<StripeSetUpReport['webhook']> {
  const { data } = await translating(stripe.webhookEndpoints.list({ limit: 100 }));
  const found = data.find((endpoint) => endpoint.url === url);
  const events = [...EVENT_TYPES];
  if (found) {
    const params = { enabled_events: events };
    await translating(
      stripe.webhookEndpoints.update(found.id, params, { idempotencyKey: fresh('endpoint', found.id) }),
    );
    return { url, secret: null };
  }
  const params = { url, enabled_events: events, api_version: Stripe.API_VERSION };
  const idempotencyKey = fresh('endpoint', url);
  const { secret } = await translating(stripe.webhookEndpoints.create(params, { idempotencyKey }));
  return { url, secret: secret ?? null };
}

/** The same idempotency key for the same request. */
function keyOf(what: string, params: object): string {
  return `set-up ${what} ${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 32)}`;
}

/** Idempotency key for requests that may have to be repeated. */
const fresh = (what: string, id: string): string => `set-up ${what} ${id} ${Date.now()}`;
