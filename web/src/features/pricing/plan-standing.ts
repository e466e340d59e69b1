import { type BillingPeriod, type PlanKey, type PlanTier, planAfter, planKey } from '#domain/shop/plans.ts';

export interface Standing {
  /** From the user's profile, including tiers granted by an operator. */
  readonly tier: string | undefined;
  /** The paid plan; null without one, or while unknown. */
  readonly paid: PlanKey | null;
}

/**
 * `theirs`: the user has exactly this. `other_period`: has it, billed differently. `by_the_year`: another plan,
 * billed yearly because the user's own is. `another`: any other.
 */
export type PlanStanding = 'theirs' | 'other_period' | 'by_the_year' | 'another';

/** Compares an offered plan with the user's own. */
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
  // A granted plan has no billing period.
  return has.paid === null ? 'theirs' : 'other_period';
}
