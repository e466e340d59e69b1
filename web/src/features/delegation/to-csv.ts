import type { CellRow } from '#web/lib/analysis-row.ts';

/** What a spreadsheet takes for a formula at the beginning of a cell. */
const ACTIVE = /^[=+\-@\t\r\0]/;

/**
 * A result as a CSV file that every spreadsheet opens: with a mark for its encoding, lines as the standard has them, and
 * no cell that would be run as a formula. Numbers stay numbers.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly CellRow[])[]): string {
  const lines = [columns, ...rows].map((row) => row.map(toField).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function toField(cell: CellRow): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = ACTIVE.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
