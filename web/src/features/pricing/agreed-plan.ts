import type { BillingPeriod, Plan } from '#domain/shop/plans.ts';
import type { PaidPlan } from '#web/lib/plans/paid-plan.ts';

/**
 * The plan as it was sold to whoever has it in this period; null where that is what the price list says now, or is not
 * on file.
 */
export function agreedPlan(
  plan: Plan,
  period: BillingPeriod,
  { price_cents: cents, price_currency: currency, credits }: PaidPlan,
): Plan | null {
  if (cents === null || currency === null || credits === null) return null;
  const key = period === 'yearly' ? 'yearlyCents' : 'monthlyCents';
  const agreed = { ...plan, [key]: cents, currency: currency.toUpperCase(), tasksPerMonth: credits };
  const isAsListed =
    agreed[key] === plan[key] &&
    agreed.currency === plan.currency &&
    agreed.tasksPerMonth === plan.tasksPerMonth;
  return isAsListed ? null : agreed;
}
