import { PACKS, type PackKey } from './packs.ts';
import {
  BILLING_PERIODS,
  type CheckoutItem,
  PLANS,
  type PlanKey,
  type PlanTier,
  planKey,
  yearlyCents,
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

export const OFFERS: readonly Offer[] = [...PACKS.map(packOffer), ...PLANS.flatMap(planOffers)];

function packOffer(pack: (typeof PACKS)[number]): PackOffer {
  return {
    kind: 'pack',
    item: pack.key,
    name: pack.name,
    description: pack.description,
    cents: pack.discountedPrice * 100,
    currency: pack.currency.toLowerCase(),
    credits: pack.tasks,
  };
}

function planOffers(plan: (typeof PLANS)[number]): PlanOffer[] {
  return BILLING_PERIODS.map((period) => ({
    kind: 'plan',
    item: planKey(plan.tier, period),
    tier: plan.tier,
    name: `${plan.name} plan`,
    description: `${plan.tasksPerMonth} AI tasks each month.`,
    cents: period === 'yearly' ? yearlyCents(plan) : plan.monthlyCents,
    currency: plan.currency.toLowerCase(),
    interval: period === 'yearly' ? 'year' : 'month',
    credits: plan.tasksPerMonth,
  }));
}

/** All keys that can be bought, for schemas. */
export const CHECKOUT_ITEMS = [
  'pack_500',
  'pack_1000',
  'pack_2000',
  'pack_5000',
  'start_monthly',
  'start_yearly',
  'pro_monthly',
  'pro_yearly',
] as const satisfies readonly CheckoutItem[];

/** The offer of a key from outside, if it is one. */
export function findOffer(item: unknown): Offer | undefined {
  return OFFERS.find((offer) => offer.item === item);
}

/** The offer of an item that exists. */
export function offerOf(item: CheckoutItem): Offer {
  const offer = findOffer(item);
  if (!offer) throw new Error(`nothing is offered as ${item}`);
  return offer;
}
