import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { CREDITS_PER_RUN } from '#domain/shop/credits.ts';
import { t } from '#web/texts/app.ts';

/** What a run costs, or would cost. */
export function costWords(isDemo: boolean): string {
  return isDemo ? t('delegation.demo_free') : t('delegation.credits', { count: CREDITS_PER_RUN });
}

/** The receipt in a line: what the answer rests on, and what it cost. */
export function receiptWords({ is_demo, evidence }: Pick<Response, 'is_demo' | 'evidence'>): string {
  const cost = costWords(is_demo);
  if (!evidence) return cost;
  const gaps = evidence.unverified.length + evidence.open.length;
  const { analysis } = evidence;
  if (analysis) return t('delegation.computed.strip', { tables: analysis.tables.length, gaps, cost });
  // A demo's own sentences are fixed ones.
  const unsourced = is_demo ? 0 : (evidence.unsourced ?? 0);
  return t('delegation.evidence.strip', { sources: evidence.sources.length, gaps, unsourced, cost });
}

/** What ended without an answer has cost. */
export function returnedWords({ is_demo, status }: Pick<Run, 'is_demo' | 'status'>): string {
  if (is_demo) return t('delegation.returned.demo');
  return t(status === 'cancelled' ? 'delegation.returned.cancelled' : 'delegation.returned.failed');
}
