import { type BillingPeriod, type PlanKey, type PlanTier, planAfter, planKey } from '#domain/shop/plans.ts';

export interface Standing {
  /** From the user's profile, including tiers granted by an operator. */
  readonly tier: string | undefined;
  /** The paid plan; null without one, as far as known. */
  readonly paid: PlanKey | null;
}

/**
 * `theirs`: they have it just so. `other_period`: they have it, billed the other way. `by_the_year`: another, which is
 * billed by the year because they have paid for one.
 */
export type PlanStanding = 'theirs' | 'other_period' | 'by_the_year' | 'another';

/** Compares an offered plan with the one that the user has. */
export function planStanding(
  offered: { tier: PlanTier; period: BillingPeriod },
  has: Standing,
): PlanStanding {
  const { tier, period } = offered;
  const key = planKey(tier, period);
  if (has.paid === key) return 'theirs';
  if (has.paid !== null && planAfter(has.paid, key) !== key) return 'by_the_year';
  const isTheirTier = has.paid === null ? has.tier === tier : has.paid.startsWith(`${tier}_`);
  if (!isTheirTier) return 'another';
  // One that nobody pays for has no period.
  return has.paid === null ? 'theirs' : 'other_period';
}
