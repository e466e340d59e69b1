import { useId } from 'react';
import { type BillingPeriod, type Plan, planKey } from '#domain/shop/plans.ts';
import type { Checkout } from '#web/lib/plans/use-checkout.ts';
import { t } from '#web/texts/pages.ts';
import { moneyFormat } from '#web/ui/marks/money-format.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { BuyButton } from './buy-button.tsx';
import type { PlanStanding } from './plan-standing.ts';

export interface PlanPriceProps {
  plan: Plan;
  /** Saving of yearly billing; null for an earlier price that is no longer listed. */
  savingPercent: number | null;
  period: BillingPeriod;
  /** Relation to the user's current plan. */
  standing: PlanStanding;
  checkout: Checkout;
}

/** One column of the plans. Amounts are per month, even if billed yearly. */
export function PlanPrice({ plan, savingPercent, period, standing, checkout }: PlanPriceProps) {
  const nameId = useId();
  const isYearly = period === 'yearly';
  const yearly = moneyFormat(plan.currency).format(plan.yearlyCents / 100);
  const [symbol, amount] = monthlyAmount(plan, period);
  return (
    <li className="price">
      <h3 id={nameId} className="type-ui flex min-h-6 items-center justify-between">
        {t('pricing.plan', { name: plan.name })}
      </h3>
      <p className="price-amount">
        <sup>{symbol}</sup>
        {amount}
        <span className="type-meta ms-2 tracking-normal text-text-3">{t('pricing.plan.per_month')}</span>
      </p>
      <div className="type-slip mt-2 text-text-3">
        <ReceiptLine
          label={t('pricing.plan.tasks')}
          value={t('pricing.plan.tasks_value', { count: plan.tasksPerMonth })}
        />
        <ReceiptLine
          label={t('pricing.plan.billed')}
          value={
            isYearly ? t('pricing.plan.billed_yearly', { amount: yearly }) : t('pricing.plan.billed_monthly')
          }
        />
        {isYearly && savingPercent !== null && (
          <ReceiptLine
            label={t('pricing.plan.saving')}
            value={t('pricing.plan.saving_value', { percent: savingPercent })}
          />
        )}
      </div>
      <div className="mt-5 grid">
        {standing === 'theirs' ? (
          <p className="type-ui leading-9 text-text-2">{t('pricing.plan.yours')}</p>
        ) : (
          <BuyButton
            checkout={checkout}
            item={planKey(plan.tier, period)}
            label={
              standing === 'other_period'
                ? t(`pricing.plan.switch.${period}`)
                : t('pricing.plan.choose', { name: plan.name })
            }
            describedBy={nameId}
          />
        )}
        {savingPercent === null && <p className="type-meta mt-2 text-text-3">{t('pricing.plan.agreed')}</p>}
        {standing === 'other_period' && (
          <p className="type-meta mt-2 text-text-3">{t(`pricing.plan.switch.${period}.note`)}</p>
        )}
        {standing === 'by_the_year' && (
          <p className="type-meta mt-2 text-text-3">
            {t('pricing.plan.by_the_year.note', { amount: yearly })}
          </p>
        )}
      </div>
    </li>
  );
}

function monthlyAmount(plan: Plan, period: BillingPeriod): [symbol: string, amount: string] {
  const cents = period === 'yearly' ? plan.yearlyCents / 12 : plan.monthlyCents;
  const parts = moneyFormat(plan.currency).formatToParts(cents / 100);
  const isSymbol = ({ type }: Intl.NumberFormatPart) => type === 'currency';
  const write = (some: Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('');
  return [write(parts.filter(isSymbol)), write(parts.filter((part) => !isSymbol(part)))];
}
