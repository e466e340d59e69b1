/** What `checkout` is called with for a pack, and the anchor of its place on the pricing page. */
export type PackKey = 'pack_500' | 'pack_1000' | 'pack_2000' | 'pack_5000';

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
  /** The list price in whole units of the currency, tax included. */
  readonly price: number;
  /** What is paid, in the same unit. */
  readonly discountedPrice: number;
  /** In whole percent, rounded down: a saving is never called larger than it is. */
  readonly discountPercentage: number;
  readonly currency: 'EUR';
  readonly features: readonly PackFeature[];
  readonly isBestValue: boolean;
}

/** Tasks, list price, sale price, and the specification's discounts, from the smallest pack to the largest. */
export const PACKS: readonly CreditPack[] = [
  pack('pack_500', '500', 500, 100, 69),
  pack('pack_1000', '1,000', 1000, 250, 149),
  pack('pack_2000', '2,000', 2000, 500, 259),
  pack('pack_5000', '5,000', 5000, 1000, 599),
];

function pack(
  key: PackKey,
  spelled: string,
  tasks: number,
  price: number,
  discountedPrice: number,
): CreditPack {
  return {
    key,
    tasks,
    name: `${spelled} AI tasks`,
    description: `${spelled} credits for AI tasks, paid once. They never expire.`,
    mode: 'payment',
    price,
    discountedPrice,
    discountPercentage: Math.floor(((price - discountedPrice) / price) * 100),
    currency: 'EUR',
    features: PACK_FEATURES,
    isBestValue: key === 'pack_2000',
  };
}
