import { CREDITS_PER_RUN } from '#domain/credits.ts';
import type { Run } from '#web/lib/rows.ts';

/** What a run costs, or would cost. */
export function costWords(isDemo: boolean): string {
  return isDemo ? 'Demo, free' : `${CREDITS_PER_RUN} credit`;
}

/** What ended without an answer has cost. */
export function returnedWords({ is_demo, status }: Pick<Run, 'is_demo' | 'status'>): string {
  if (is_demo) return 'demo, free';
  return status === 'cancelled' ? '0 credits' : 'credit returned';
}

/** The number on a slip: the beginning of the run's id, short enough to be read out to support. */
export function slipNumber(runId: string): string {
  return `No. ${runId.slice(0, 4).toUpperCase()}`;
}
