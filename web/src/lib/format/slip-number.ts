import { t } from '#web/texts/app.ts';

/** "No. 7F3A": the start of a run's id, short enough to read out to support, and the same everywhere. */
export function slipNumber(runId: string): string {
  return t('delegation.slip_number', { number: runId.slice(0, 4).toUpperCase() });
}
