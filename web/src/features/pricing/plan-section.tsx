import { useState } from 'react';
import { BILLING_PERIODS, type BillingPeriod, type Plan } from '#domain/shop/plans.ts';
import type { PaidPlan } from '#web/lib/plans/paid-plan.ts';
import type { Checkout } from '#web/lib/plans/use-checkout.ts';
import { usePaidPlan } from '#web/lib/plans/use-paid-plan.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { FilterTabs } from '#web/ui/controls/filter-tabs.tsx';
import { PlanPrice } from './plan-price.tsx';
import { planStanding } from './plan-standing.ts';
import { PriceSection } from './price-section.tsx';

export function PlanSection({ checkout }: { checkout: Checkout }) {
  const [period, setPeriod] = useState<BillingPeriod>('monthly');
  const tier = useSession((state) => state.profile?.subscription_tier);
  const paid = usePaidPlan();
  const { plans, yearlySavingPercent } = useCatalogue();
  return (
    <PriceSection id="plans" heading={t('pricing.plans')} lead={t('pricing.plans_lead')}>
      <FilterTabs
        label={t('pricing.period')}
        tabs={BILLING_PERIODS.map((value) => ({
          value,
          label: t(`pricing.period.${value}`, { percent: yearlySavingPercent }),
        }))}
        value={period}
        onChange={setPeriod}
      />
      <ul className="prices">
        {plans.map((plan) => {
          const standing = planStanding({ tier: plan.tier, period }, { tier, paid: paid?.item ?? null });
          const agreed = standing === 'theirs' && paid ? agreedPlan(plan, period, paid) : null;
          return (
            <PlanPrice
              key={plan.tier}
              plan={agreed ?? plan}
              savingPercent={agreed ? null : yearlySavingPercent}
              period={period}
              standing={standing}
              checkout={checkout}
            />
          );
        })}
      </ul>
    </PriceSection>
  );
}

/** The plan as sold to this user in this period; null if that equals the price list or isn't on file. */
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
