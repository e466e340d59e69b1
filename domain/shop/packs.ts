import type { PackTerms } from './catalogue-terms.ts';

/** What `checkout` is called with for a pack, and the anchor of its place on the pricing page: `pack_` and its credits. */
export type PackKey = `pack_${number}`;

/** What every pack holds, in the order in which it is listed; the words are the catalogue's (`packs.feature.*`). */
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

/** Credits that are paid for once and never expire. */
export interface CreditPack {
  readonly key: PackKey;
  /** The credits in it: each delegated task costs one. */
  readonly tasks: number;
  /** Name and description stand on the payment provider's page and receipt too. */
  readonly name: string;
  readonly description: string;
  /** Paid once, never renewed. */
  readonly mode: 'payment';
  /** The list price in units of the currency, to the cent, tax included. */
  readonly price: number;
  /** What is paid, in the same unit. */
  readonly discountedPrice: number;
  /** In whole percent, rounded down: a saving is never called larger than it is. 0: the list price is what is paid. */
  readonly discountPercentage: number;
  /** As in ISO 4217, such as EUR. */
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

/** 12,000. Not by the language's own formatter, whose making would keep every page waiting before its first word. */
const spell = (credits: number): string => String(credits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** An amount in units of a currency, as whole cents. */
export const toCents = (amount: number): number => Math.round(amount * 100);
