import type { Offer, Offers, PackOffer, PlanOffer } from '#domain/shop/offers.ts';
import type { ChargedPrice, CheckoutState } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { RefusedPaymentError } from '../settle/refused-payment.ts';
import type { Order } from './checkout-orders.ts';

/** Credits and price of a pack. */
export type PackTerms = Pick<Order, 'item' | 'cents' | 'currency' | 'credits'>;

/**
 * Identifies what was bought, by the order stored when the checkout was opened, or by our own price table.
 * Credits in a payment's data are ignored; a mismatch in amount, currency, interval or quantity is rejected.
 */
export function identifyPack(
  checkout: CheckoutState,
  deps: Pick<BillingDeps, 'links' | 'offers'>,
  order: Order | null,
): PackTerms {
  const [price, ...more] = checkout.prices;
  if (!price || more.length > 0) throw new RefusedPaymentError('unknown price');
  const offer = order === null ? offeredPack(checkout, price, deps) : orderedPack(price, order);
  const isWhole =
    checkout.totalCents === offer.cents &&
    checkout.currency === offer.currency &&
    checkout.payment?.paidCents === offer.cents;
  if (!isWhole || !isAsOffered(price, offer, null)) throw mismatch();
  return offer;
}

function offeredPack(
  checkout: CheckoutState,
  price: ChargedPrice,
  { links, offers }: Pick<BillingDeps, 'links' | 'offers'>,
): PackOffer {
  const linked = [...links].find(([, url]) => url === checkout.linkUrl)?.[0];
  const offer = offers.find(price.item ?? linked);
  if (offer?.kind !== 'pack') throw new RefusedPaymentError('unknown price');
  return offer;
}

/** The order's terms win over a price list that has changed since. */
function orderedPack(price: ChargedPrice, order: Order): PackTerms {
  if (price.ref !== order.priceRef) throw new RefusedPaymentError('unknown price');
  return order;
}

/**
 * `sold`: prices at which a plan was offered here, with the credits shown; the table may have changed since.
 */
export function identifyPlan(
  price: ChargedPrice | null,
  sold: ReadonlyMap<string, number | null>,
  offers: Offers,
): PlanOffer {
  const offer = offers.find(price?.item);
  if (!price || offer?.kind !== 'plan') throw new RefusedPaymentError('unknown price');
  const asSold = sold.has(price.ref) && price.quantity === 1 && price.interval === offer.interval;
  if (!asSold && !isAsOffered(price, offer, offer.interval)) throw mismatch();
  return { ...offer, credits: sold.get(price.ref) ?? offer.credits };
}

function isAsOffered(
  price: ChargedPrice,
  offer: Pick<Offer, 'cents' | 'currency'>,
  interval: ChargedPrice['interval'],
): boolean {
  return (
    price.cents === offer.cents &&
    price.currency === offer.currency &&
    price.quantity === 1 &&
    price.interval === interval
  );
}

const mismatch = (): RefusedPaymentError =>
  new RefusedPaymentError('another amount, currency, interval or quantity than the price table');
