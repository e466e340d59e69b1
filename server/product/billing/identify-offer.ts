import { findOffer, type Offer, type PackOffer, type PlanOffer } from '#domain/offers.ts';
import type { ChargedPrice, CheckoutState } from '#server/providers/payments/payments.ts';
import type { PaymentLinks } from './billing-deps.ts';
import { RefusedPaymentError } from './refused-payment.ts';

/**
 * What was bought, by our own table. What a payment says about credits is not read; where amount, currency, interval
 * or quantity differ from the table, nothing is sold.
 */
export function identifyPack(checkout: CheckoutState, links: PaymentLinks): PackOffer {
  const [price, ...more] = checkout.prices;
  const linked = [...links].find(([, url]) => url === checkout.linkUrl)?.[0];
  const offer = findOffer(price?.item ?? linked);
  if (!price || more.length > 0 || offer?.kind !== 'pack') throw new RefusedPaymentError('unknown price');
  const isWhole =
    checkout.totalCents === offer.cents &&
    checkout.currency === offer.currency &&
    checkout.payment?.paidCents === offer.cents;
  if (!isWhole || !isAsOffered(price, offer)) throw mismatch();
  return offer;
}

/** `accepted`: prices that were checked when they were bought; the table may have changed since. */
export function identifyPlan(price: ChargedPrice | null, accepted: ReadonlySet<string>): PlanOffer {
  const offer = findOffer(price?.item);
  if (!price || offer?.kind !== 'plan') throw new RefusedPaymentError('unknown price');
  const asAccepted = accepted.has(price.ref) && price.quantity === 1 && price.interval === offer.interval;
  if (!asAccepted && !isAsOffered(price, offer)) throw mismatch();
  return offer;
}

function isAsOffered(price: ChargedPrice, offer: Offer): boolean {
  return (
    price.cents === offer.cents &&
    price.currency === offer.currency &&
    price.quantity === 1 &&
    price.interval === (offer.kind === 'plan' ? offer.interval : null)
  );
}

const mismatch = (): RefusedPaymentError =>
  new RefusedPaymentError('another amount, currency, interval or quantity than the price table');
