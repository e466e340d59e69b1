import { type Catalogue, DEFAULT_CATALOGUE } from './catalogue.ts';
import { type CreditPack, type PackKey, toCents } from './packs.ts';
import {
  BILLING_PERIODS,
  type CheckoutItem,
  type Plan,
  type PlanKey,
  type PlanTier,
  planKey,
} from './plans.ts';

/** What is charged for one item. The only table of prices: whatever a payment says about itself is compared with it. */
export type Offer = PackOffer | PlanOffer;

interface Priced {
  readonly name: string;
  readonly description: string;
  /** The whole amount of one payment, tax included. */
  readonly cents: number;
  /** In the lower case of payment providers. */
  readonly currency: string;
}

export interface PackOffer extends Priced {
  readonly kind: 'pack';
  readonly item: PackKey;
  readonly credits: number;
}

export interface PlanOffer extends Priced {
  readonly kind: 'plan';
  readonly item: PlanKey;
  readonly tier: PlanTier;
  readonly interval: 'month' | 'year';
  /** The allowance of each month. */
  readonly credits: number;
}

/** The price table of an installation. */
export interface Offers {
  readonly all: readonly Offer[];
  /** The offer of a key from outside, if it is one. */
  find(item: unknown): Offer | undefined;
  /** Throws where nothing is offered as this item. */
  of(item: CheckoutItem): Offer;
}

export function createOffers({ packs, plans }: Catalogue): Offers {
  const all = [...packs.map(packOffer), ...plans.flatMap(planOffers)];
  const find = (item: unknown): Offer | undefined => all.find((offer) => offer.item === item);
  return {
    all,
    find,
    of(item) {
      const offer = find(item);
      if (!offer) throw new Error(`nothing is offered as ${item}`);
      return offer;
    },
  };
}

export const DEFAULT_OFFERS: Offers = createOffers(DEFAULT_CATALOGUE);

function packOffer(pack: CreditPack): PackOffer {
  return {
    kind: 'pack',
    item: pack.key,
    name: pack.name,
    description: pack.description,
    cents: toCents(pack.discountedPrice),
    currency: pack.currency.toLowerCase(),
    credits: pack.tasks,
  };
}

function planOffers(plan: Plan): PlanOffer[] {
  return BILLING_PERIODS.map((period) => ({
    kind: 'plan',
    item: planKey(plan.tier, period),
    tier: plan.tier,
    name: `${plan.name} plan`,
    description: `${plan.tasksPerMonth} AI tasks each month.`,
    cents: period === 'yearly' ? plan.yearlyCents : plan.monthlyCents,
    currency: plan.currency.toLowerCase(),
    interval: period === 'yearly' ? 'year' : 'month',
    credits: plan.tasksPerMonth,
  }));
}
