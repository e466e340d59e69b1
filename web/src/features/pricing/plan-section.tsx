import { useEffect, useState } from 'react';
import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import { BILLING_PERIODS, type BillingPeriod, type Plan } from '#domain/shop/plans.ts';
import { logProblem } from '#web/lib/log.ts';
import { type PaidPlan, readPaidPlan } from '#web/lib/plans/paid-plan.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { FilterTabs } from '#web/ui/controls/filter-tabs.tsx';
import { PlanPrice } from './plan-price.tsx';
import { planStanding } from './plan-standing.ts';
import { PriceSection } from './price-section.tsx';
import type { Checkout } from './use-checkout.ts';

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

/** The signed-in user's paid plan; null without one, without a user, or while unknown. */
function usePaidPlan(): PaidPlan | null {
  const userId = useSession((state) => state.user?.id);
  const [known, setKnown] = useState<{ userId: string; plan: PaidPlan | null } | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    let wanted = true;
    const read = () =>
      void readPaidPlan().then(
        (plan) => wanted && setKnown({ userId, plan }),
        // The page then shows the tier only; the payment provider's page has the rest.
        (error: unknown) => logProblem('the plan could not be read', error),
      );
    // The browser may restore this page from the back/forward cache after a checkout.
    const shown = (event: PageTransitionEvent) => event.persisted && read();
    read();
    window.addEventListener('pageshow', shown);
    return () => {
      wanted = false;
      window.removeEventListener('pageshow', shown);
    };
  }, [userId]);
  return known !== null && known.userId === userId ? known.plan : null;
}
