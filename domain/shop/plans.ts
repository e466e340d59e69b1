import type { PlanTerms } from './catalogue-terms.ts';
import { type PackKey, toCents } from './packs.ts';

export const BILLING_PERIODS = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** The tiers that are bought, the smaller one first; `premium` is granted by an operator. */
export const PLAN_TIERS = ['start', 'pro'] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** What `checkout` is called with for a plan. */
export const PLAN_KEYS = ['start_monthly', 'start_yearly', 'pro_monthly', 'pro_yearly'] as const;
export type PlanKey = (typeof PLAN_KEYS)[number];

/** Everything that can be bought. */
export type CheckoutItem = PackKey | PlanKey;

/** A monthly allowance of credits that is paid for month by month, or a year at once. */
export interface Plan {
  readonly tier: PlanTier;
  readonly name: string;
  /** The allowance of each month, also in a year that was paid at once. */
  readonly tasksPerMonth: number;
  /** Cents a month, tax included. */
  readonly monthlyCents: number;
  /** Cents for a year at once, to a whole cent. */
  readonly yearlyCents: number;
  /** As in ISO 4217, such as EUR. */
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
 * What somebody who pays for one plan is led to when they choose another. A shorter period could begin only when the
 * year that is paid is over, and a better plan is to begin at once: within a paid year it is billed by the year too.
 */
export function planAfter(paid: string, chosen: PlanKey): PlanKey {
  return paid === 'start_yearly' && chosen === 'pro_monthly' ? 'pro_yearly' : chosen;
}
