type Cell = string | number | null;

/** Spreadsheets run cells that start like this as formulas, and a table's text can come from anyone. */
const ACTIVE = /^\s*[=+\-@\t\r\0]/;

/**
 * Formats a table as CSV (RFC 4180) with a BOM, which all spreadsheets need to detect UTF-8, and with formulas
 * defused. Numbers stay numbers.
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
