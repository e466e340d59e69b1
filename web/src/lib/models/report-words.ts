import type { ModelReport } from '#domain/model-report.ts';
import { t } from '../../texts/later.ts';
import { LANGUAGE } from '../../texts/locale.ts';

/** Summary of a check: working tools and cost. */
export function reportWords({ tools, cost }: ModelReport): string {
  const failing = tools.filter(({ state }) => state === 'wrong').length;
  const found =
    failing === 0 ? t('connect.check.all_work') : t('connect.check.some_fail', { count: failing });
  // Two complete sentences.
  return `${found} ${costWords(cost)}`;
}

function costWords(cost: number | null): string {
  if (cost === null) return t('connect.check.cost_unknown');
  return cost === 0 ? t('connect.check.cost_nothing') : t('connect.check.cost', { cost: callCost(cost) });
}

const dollars = new Intl.NumberFormat(LANGUAGE, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

/** With enough digits for fractions of a cent. */
export const callCost = (usd: number): string => (usd === 0 ? t('connect.check.free') : dollars.format(usd));
