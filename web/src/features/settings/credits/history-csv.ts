import { slipNumber } from '#web/lib/format/slip-number.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { t } from '#web/texts/settings.ts';
import { toWords } from './history-words.ts';
import type { HistoryLine } from './read-credits.ts';

/** The whole history for a spreadsheet. */
export function historyCsv(lines: readonly HistoryLine[]): string {
  const head = [
    t('settings.history.when'),
    t('settings.history.number'),
    t('settings.history.entry'),
    t('settings.history.why'),
    t('settings.history.change'),
    t('settings.history.balance'),
  ];
  const rows = lines.map((line) => {
    const { title, why } = toWords(line);
    const number = line.run_id === null ? '' : slipNumber(line.run_id);
    return [line.created_at, number, title, why, line.amount, line.balance];
  });
  return toCsv(head, rows);
}
