import type { PackTerms } from './catalogue-terms.ts';

/** Item key of a pack for `checkout`, and its anchor on the pricing page: `pack_` and its credits. */
export type PackKey = `pack_${number}`;

/** Features of every pack in order; worded in the text catalogue (`packs.feature.*`). */
export const PACK_FEATURES = [
  'all_tools',
  'receipts',
  'projects',
  'languages',
  'files',
  'downloads',
  'never_expire',
  'no_subscription',
  'priority_support',
] as const;

export type PackFeature = (typeof PACK_FEATURES)[number];

/** A one-time purchase of credits that never expire. */
export interface CreditPack {
  readonly key: PackKey;
  /** Number of credits; each delegated task costs one. */
  readonly tasks: number;
  /** Name and description also appear on the payment provider's page and receipt. */
  readonly name: string;
  readonly description: string;
  /** Paid once, never renewed. */
  readonly mode: 'payment';
  /** List price in units of the currency, exact to the cent, tax included. */
  readonly price: number;
  /** Price to pay, in the same unit. */
  readonly discountedPrice: number;
  /** In whole percent, rounded down so as never to overstate the saving. 0 if the list price is paid. */
  readonly discountPercentage: number;
  /** ISO 4217, such as EUR. */
  readonly currency: string;
  readonly features: readonly PackFeature[];
  readonly isBestValue: boolean;
}

export function creditPack(terms: PackTerms, currency: string): CreditPack {
  const { credits, price: discountedPrice } = terms;
  const price = terms.listPrice ?? discountedPrice;
  const spelled = spell(credits);
  return {
    key: `pack_${credits}`,
    tasks: credits,
    name: terms.name ?? `${spelled} AI tasks`,
    description: terms.description ?? `${spelled} credits for AI tasks, paid once. They never expire.`,
    mode: 'payment',
    price,
    discountedPrice,
    discountPercentage: Math.floor(((toCents(price) - toCents(discountedPrice)) * 100) / toCents(price)),
    currency,
    features: PACK_FEATURES,
    isBestValue: terms.bestValue,
  };
}

/** Formats 12,000. Not with Intl.NumberFormat, whose creation would delay every page's first paint. */
const spell = (credits: number): string => String(credits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Converts an amount in units of a currency to whole cents. */
export const toCents = (amount: number): number => Math.round(amount * 100);
