import { t } from '#web/texts/app.ts';

/** "No. 7F3A": the beginning of a run's id, short enough to be read out to support, and the same wherever the run is named. */
export function slipNumber(runId: string): string {
  return t('delegation.slip_number', { number: runId.slice(0, 4).toUpperCase() });
}
