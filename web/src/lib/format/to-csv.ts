type Cell = string | number | null;

/** A spreadsheet takes a cell that begins like this for a formula, and runs it: a text in a table can be anybody's. */
const ACTIVE = /^\s*[=+\-@\t\r\0]/;

/**
 * A table as a CSV file that every spreadsheet opens: with a mark for its encoding, lines as the standard has them (RFC
 * 4180), and no cell that would be run as a formula. Numbers stay numbers.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns, ...rows].map((row) => row.map(toField).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = ACTIVE.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
