import type Stripe from 'stripe';
import type { Offer } from '#domain/shop/offers.ts';
import { type ChargedPrice, PaymentsError } from './payments.ts';
import { translating } from './stripe-failure.ts';

/** Lookup key of our prices in a Stripe account. */
export const lookupKey = (item: string): string => `errand_${item}`;

/**
 * Metadata on each price our set-up creates. A lookup key moves to the new price, while this stays with the old one.
 */
export const ITEM_FIELD = 'errand_item';

const INTERVALS = ['month', 'year'] as const;

export interface StripePrices {
  /** Returns the current price of an offer. Throws if the set-up hasn't created it, or with another amount. */
  idOf(offer: Offer): Promise<string>;
  /** Returns any price by its id, multiplied by the quantity. */
  charged(price: string | Stripe.Price, quantity: number): Promise<ChargedPrice>;
}

export function createStripePrices(stripe: Stripe): StripePrices {
  // A Stripe price is immutable, so it can be cached forever. Which one is current may change by a
  // set-up in another process, so that expires.
  const known = new Map<string, Stripe.Price>();
  const sold = new Map<string, { readonly id: string; readonly until: number }>();

  async function read(price: string | Stripe.Price): Promise<Stripe.Price> {
    if (typeof price !== 'string') return price;
    const found = known.get(price) ?? (await translating(stripe.prices.retrieve(price)));
    known.set(price, found);
    return found;
  }

  return {
    async idOf(offer) {
      const remembered = sold.get(offer.item);
      if (remembered && remembered.until > Date.now()) return remembered.id;
      const asked = stripe.prices.list({ lookup_keys: [lookupKey(offer.item)], active: true, limit: 1 });
      const [price] = (await translating(asked)).data;
      if (!price) {
        throw new PaymentsError('misconfigured', `Stripe has no price for ${offer.item}, run the set-up`);
      }
      if (price.unit_amount !== offer.cents || price.currency !== offer.currency) {
        throw new PaymentsError(
          'misconfigured',
          `Stripe's price for ${offer.item} differs from the price table, run the set-up again`,
        );
      }
      sold.set(offer.item, { id: price.id, until: Date.now() + 300_000 });
      return price.id;
    },
    async charged(price, quantity) {
      const { id, metadata, unit_amount: cents, currency, recurring } = await read(price);
      const once = recurring?.interval_count === 1 ? recurring.interval : null;
      return {
        ref: id,
        item: metadata[ITEM_FIELD] ?? null,
        // A fraction of a cent is never ours.
        cents: cents ?? -1,
        currency,
        interval: INTERVALS.find((interval) => interval === once) ?? null,
        quantity,
      };
    },
  };
}
