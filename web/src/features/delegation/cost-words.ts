import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { CREDITS_PER_RUN } from '#domain/shop/credits.ts';
import { t } from '#web/texts/app.ts';

/** Price of a run, in words. */
export function costWords(isDemo: boolean): string {
  return isDemo ? t('delegation.demo_free') : t('delegation.credits', { count: CREDITS_PER_RUN });
}

/** The receipt in one line: what supports the answer, and its price. */
export function receiptWords({ is_demo, evidence }: Pick<Response, 'is_demo' | 'evidence'>): string {
  const cost = costWords(is_demo);
  if (!evidence) return cost;
  const gaps = evidence.unverified.length + evidence.open.length;
  const { analysis } = evidence;
  if (analysis) return t('delegation.computed.strip', { tables: analysis.tables.length, gaps, cost });
  const { unsourced = 0 } = evidence;
  return t('delegation.evidence.strip', { sources: evidence.sources.length, gaps, unsourced, cost });
}

/** Cost of a run that ended without an answer, in words. */
export function returnedWords(run: Pick<Run, 'is_demo' | 'is_unpaid' | 'status'>): string {
  if (run.is_demo) return t('delegation.returned.demo');
  return t(
    run.status === 'cancelled' || run.is_unpaid
      ? 'delegation.returned.cancelled'
      : 'delegation.returned.failed',
  );
}
