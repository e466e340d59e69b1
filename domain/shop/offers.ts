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

/** The charge for one item. The only table of prices: payments are compared with it. */
export type Offer = PackOffer | PlanOffer;

interface Priced {
  readonly name: string;
  readonly description: string;
  /** Total of one payment, tax included. */
  readonly cents: number;
  /** In lower case, as used by payment providers. */
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
  /** Credits per month. */
  readonly credits: number;
}

/** Price table of an installation. */
export interface Offers {
  readonly all: readonly Offer[];
  /** Looks up an external key. */
  find(item: unknown): Offer | undefined;
  /** Throws if this item isn't offered. */
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
