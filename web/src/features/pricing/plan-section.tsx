import { useState } from 'react';
import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import { BILLING_PERIODS, type BillingPeriod } from '#domain/shop/plans.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { FilterTabs } from '#web/ui/controls/filter-tabs.tsx';
import { agreedPlan } from './agreed-plan.ts';
import { PlanPrice } from './plan-price.tsx';
import { planStanding } from './plan-standing.ts';
import { PriceSection } from './price-section.tsx';
import type { Checkout } from './use-checkout.ts';
import { usePaidPlan } from './use-paid-plan.ts';

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
      <p className="type-meta mt-5 text-text-3">
        {t('pricing.plan.free', { count: MONTHLY_ALLOWANCE.free })}
      </p>
    </PriceSection>
  );
}
