import { MONTHLY_ALLOWANCE } from './credits.ts';
import type { PackKey } from './packs.ts';

export const BILLING_PERIODS = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** The tiers that are bought; `premium` is granted by an operator. */
export type PlanTier = 'start' | 'pro';

/** What `checkout` is called with for a plan. */
export type PlanKey = `${PlanTier}_${BillingPeriod}`;

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
  readonly currency: 'EUR';
}

/** How much a year at once is cheaper than twelve months. */
export const YEARLY_SAVING_PERCENT = 20;

export const PLANS: readonly Plan[] = [
  {
    tier: 'start',
    name: 'Start',
    tasksPerMonth: MONTHLY_ALLOWANCE.start,
    monthlyCents: 900,
    currency: 'EUR',
  },
  { tier: 'pro', name: 'Pro', tasksPerMonth: MONTHLY_ALLOWANCE.pro, monthlyCents: 1500, currency: 'EUR' },
];

export function planKey(tier: PlanTier, period: BillingPeriod): PlanKey {
  return `${tier}_${period}`;
}

/**
 * What somebody who pays for one plan is led to when they choose another. A shorter period could begin only when the
 * year that is paid is over, and a better plan is to begin at once: within a paid year it is billed by the year too.
 */
export function planAfter(paid: string, chosen: PlanKey): PlanKey {
  return paid === 'start_yearly' && chosen === 'pro_monthly' ? 'pro_yearly' : chosen;
}

/** Cents for a year at once, to a whole cent. */
export function yearlyCents({ monthlyCents }: Pick<Plan, 'monthlyCents'>): number {
  return Math.round((monthlyCents * 12 * (100 - YEARLY_SAVING_PERCENT)) / 100);
}
