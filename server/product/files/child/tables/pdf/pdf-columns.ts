import { isValue } from '../columns/read-value.ts';
import type { Line } from './pdf-lines.ts';

/** Horizontal extent of a column on the page. */
interface Band {
  left: number;
  right: number;
}

/** Columns are where cells of several lines overlap: numbers align at their end, words at their start. */
function columnsOf(lines: readonly Line[]): Band[] {
  const bands: Band[] = [];
  const cells = lines.flatMap((line) => line.cells).toSorted((a, b) => a.right - a.left - (b.right - b.left));
  for (const { left, right } of cells) {
    const over = bands.filter((band) => left < band.right && right > band.left);
    const [first] = over;
    if (over.length === 0) bands.push({ left, right });
    // A cell over two columns is a heading of both, and widens neither.
    else if (first && over.length === 1) {
      first.left = Math.min(first.left, left);
      first.right = Math.max(first.right, right);
    }
  }
  return bands.toSorted((a, b) => a.left - b.left);
}

/** Assigns the cells of lines to columns. */
export function toRows(lines: readonly Line[], columns = columnsOf(lines)): string[][] {
  return lines.map((line) => {
    const row = columns.map(() => '');
    for (const { text, left, right } of line.cells) {
      const at = columns.findIndex((band) => left < band.right && right > band.left);
      if (at !== -1) row[at] = row[at] ? `${row[at]} ${text}` : text;
    }
    return row;
  });
}

/**
 * Rows whose heads stand over their values. Spreadsheets print words at the start of a column and numbers at its end: a
 * narrow head then overlaps none of them, and looks like an empty column beside one without a head.
 */
export function withHeads(rows: readonly string[][]): string[][] {
  const [head = [], ...body] = rows;
  const isEmpty = (at: number): boolean => body.every((row) => !row[at]);
  const isHeadAlone = (at: number): boolean => Boolean(head[at]) && isEmpty(at);
  const isHeadless = (at: number): boolean => at >= 0 && at < head.length && !head[at] && !isEmpty(at);
  const moved = new Map<number, number>();
  for (const at of head.keys()) {
    if (!isHeadAlone(at)) continue;
    const beside = [at + 1, at - 1].filter((other) => isHeadless(other) && !moved.has(other));
    const [values] = beside;
    if (values !== undefined && beside.length === 1) moved.set(values, at);
  }
  const heads = new Set(moved.values());
  const named = [head.map((cell, at) => head[moved.get(at) ?? at] ?? cell), ...body];
  return named.map((row) => row.filter((_cell, at) => !heads.has(at)));
}

/** Rows that determine the types of a long table's columns. */
const LOOKED_AT = 50;

/**
 * True if a line continues a table after a page break or a heading: each of its cells fits a column of its own,
 * and is a value or empty in columns that hold values. A header has words there.
 */
export function goesOn(table: readonly Line[], line: Line): boolean {
  const known = [...table.slice(0, 1), ...table.slice(1).slice(-LOOKED_AT)];
  const columns = columnsOf(known);
  const places = line.cells.map(({ left, right }) =>
    columns.flatMap((band, at) => (left < band.right && right > band.left ? [at] : [])),
  );
  if (places.some((over) => over.length !== 1) || new Set(places.flat()).size < places.length) return false;
  const [row = []] = toRows([line], columns);
  if (!row.some(isValue)) return false;
  const body = toRows(known.slice(1), columns);
  return row.every((cell, at) => {
    const filled = body.flatMap((each) => each[at] || []);
    const holdsValues = filled.length > 0 && filled.filter(isValue).length * 2 > filled.length;
    return cell === '' || !holdsValues || isValue(cell);
  });
}
