import { slipNumber } from '#web/lib/slip-number.ts';
import { t } from '#web/texts/app.ts';
import { toWords } from './history-words.ts';
import type { HistoryLine } from './read-credits.ts';

/** A spreadsheet takes a cell that begins like this for a formula, and runs it: a task's title can be anybody's text. */
const LIKE_A_FORMULA = /^[\s]*[=+\-@\t\r]/;

/** The whole history for a spreadsheet (RFC 4180, with the mark by which Excel knows UTF-8). */
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
  return `\ufeff${[head, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = LIKE_A_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
