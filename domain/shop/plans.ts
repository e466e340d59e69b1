import type { PlanTerms } from './catalogue-terms.ts';
import { type PackKey, toCents } from './packs.ts';

export const BILLING_PERIODS = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** Purchasable tiers, smaller first; `premium` is granted by an operator. */
export const PLAN_TIERS = ['start', 'pro'] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** Item keys of plans for `checkout`. */
export const PLAN_KEYS = ['start_monthly', 'start_yearly', 'pro_monthly', 'pro_yearly'] as const;
export type PlanKey = (typeof PLAN_KEYS)[number];

/** Everything that can be bought. */
export type CheckoutItem = PackKey | PlanKey;

/** A monthly allowance of credits, billed monthly or yearly. */
export interface Plan {
  readonly tier: PlanTier;
  readonly name: string;
  /** Credits per month, also with yearly billing. */
  readonly tasksPerMonth: number;
  /** Cents per month, tax included. */
  readonly monthlyCents: number;
  /** Cents per year with yearly billing, exact to the cent. */
  readonly yearlyCents: number;
  /** ISO 4217, such as EUR. */
  readonly currency: string;
}

export function planOf(
  tier: PlanTier,
  terms: PlanTerms,
  { currency, yearlySavingPercent }: { currency: string; yearlySavingPercent: number },
): Plan {
  const monthlyCents = toCents(terms.price);
  return {
    tier,
    name: terms.name,
    tasksPerMonth: terms.credits,
    monthlyCents,
    yearlyCents: Math.round((monthlyCents * 12 * (100 - yearlySavingPercent)) / 100),
    currency,
  };
}

export function planKey(tier: PlanTier, period: BillingPeriod): PlanKey {
  return `${tier}_${period}`;
}

export function isPlanKey(item: string): item is PlanKey {
  return PLAN_KEYS.some((key) => key === item);
}

export function tierOf(key: PlanKey): PlanTier {
  return key.startsWith('start_') ? 'start' : 'pro';
}

export function intervalOf(key: PlanKey): 'month' | 'year' {
  return key.endsWith('_yearly') ? 'year' : 'month';
}

/**
 * The plan that a user with a plan gets when choosing another. During a paid year, a better plan is billed
 * yearly as well, so that it can begin at once: a shorter period could only begin when the year is over.
 */
export function planAfter(paid: string, chosen: PlanKey): PlanKey {
  return paid === 'start_yearly' && chosen === 'pro_monthly' ? 'pro_yearly' : chosen;
}
