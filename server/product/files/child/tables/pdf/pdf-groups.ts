import { isValue } from '../columns/read-value.ts';
import { isHeader, LABEL_LENGTH } from '../shape-table.ts';
import { toRows, withHeads } from './pdf-columns.ts';
import type { Line } from './pdf-lines.ts';

/** A line between two rows of a table that isn't a row: a group heading, or the rest of a long cell. */
export interface LineBetween {
  readonly line: Line;
  /** Index of the row below it. */
  readonly row: number;
  /** Whether that row is on the same page. */
  readonly isOnItsPage: boolean;
}

/** Headings by the index of the row below them; null if a line between rows may be something else. */
export type Headings = ReadonlyMap<number, string> | null;

/** In letter heights: closer lines may be one wrapped cell. */
const WITHIN_CELL = 1.4;
const SPACE = 0.3;

/** Recognises group headings between a table's rows, if their positions on the page are unambiguous. */
export function readHeadings(lines: readonly Line[], between: readonly LineBetween[]): Headings {
  const headings = new Map<number, string>();
  const pitch = Math.min(...gapsOf(lines, between));
  const edges = edgesOf(lines);
  for (const { line, row, isOnItsPage } of between) {
    const above = lines[row - 1];
    const isClear = isOnItsPage && above && !headings.has(row) && isHeadingBelow(above, line, pitch, edges);
    if (!isClear) return null;
    headings.set(row, textOf(line));
  }
  return headings;
}

export const textOf = ({ cells }: Line): string => cells[0]?.text ?? '';

/** Distances between directly adjacent rows on a page. */
function gapsOf(lines: readonly Line[], between: readonly LineBetween[]): number[] {
  const parted = new Set(between.map(({ row }) => row));
  return lines.flatMap((line, at) => {
    const above = lines[at - 1];
    return above && !parted.has(at) && above.base > line.base ? [above.base - line.base] : [];
  });
}

/** Start of the first column, and the farthest end of its cells. */
function edgesOf(lines: readonly Line[]): { left: number; right: number } {
  const most = Math.max(...lines.map(({ cells }) => cells.length));
  const firsts = lines.filter(({ cells }) => cells.length === most).flatMap(({ cells }) => cells.slice(0, 1));
  return {
    left: Math.min(...firsts.map(({ left }) => left)),
    right: Math.max(...firsts.map(({ right }) => right)),
  };
}

function isHeadingBelow(above: Line, line: Line, pitch: number, edges: ReturnType<typeof edgesOf>): boolean {
  const [cell] = line.cells;
  const [cellAbove] = above.cells;
  if (!cell || !cellAbove || cell.text.length > LABEL_LENGTH) return false;
  if (isValue(cell.text) || /^\p{Ll}/u.test(cell.text)) return false;
  if (cell.left > edges.left + cell.height * 0.5) return false;
  const gap = above.base - line.base;
  // The row above is on another page.
  if (gap <= 0) return true;
  if (gap < pitch * 0.9) return false;
  return gap >= cell.height * WITHIN_CELL || fitsBehind(cellAbove, cell, Math.max(edges.right, cell.right));
}

/**
 * True if the heading's first word would have fitted behind the cell above: then it isn't that cell's
 * continuation.
 */
function fitsBehind(above: Line['cells'][number], cell: Line['cells'][number], right: number): boolean {
  const [word = ''] = cell.text.split(/\s/);
  const width = ((cell.right - cell.left) * word.length) / cell.text.length;
  return above.right + cell.height * SPACE + width <= right;
}

/**
 * Rows, header first, with a column for their group headings; null unless these certainly divide all rows: at
 * least two, each with rows of its own, at least one with several, and the first one present.
 */
export function withGroups(
  rows: readonly string[][],
  headings: Headings,
): { readonly rows: string[][]; readonly column: string } | null {
  const [head = [], ...body] = rows;
  if (headings === null || new Set(headings.values()).size < 2 || !headings.has(1)) return null;
  if (!isHeader(rows) || isUnclear([...headings.values()])) return null;
  // A last row with an empty first cell is the total.
  if (body.some((row, at) => row[0] === '' && at < body.length - 1)) return null;
  let group = '';
  const groups = body.map((row, at) => {
    group = headings.get(at + 1) ?? group;
    return row[0] === '' ? '' : group;
  });
  if (!everyGroupHasFullRow(body, groups) || headings.size === body.length) return null;
  const column = freeName(head);
  return { column, rows: [[...head, column], ...body.map((row, at) => [...row, groups[at] ?? ''])] };
}

/** `North` and `North (continued)` may be one group or two. */
function isUnclear(headings: readonly string[]): boolean {
  return headings.some((one) => headings.some((other) => other.startsWith(`${one} `)));
}

function everyGroupHasFullRow(body: readonly string[][], groups: readonly string[]): boolean {
  const full = new Set(groups.filter((_group, at) => body[at]?.every((cell) => cell !== '')));
  return groups.every((group) => group === '' || full.has(group));
}

function freeName(labels: readonly string[]): string {
  const taken = new Set(labels.map((label) => label.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'Group' : `Group ${n}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** A table as positioned on its pages. */
export interface PlacedTable {
  /** First page of the table. */
  readonly page: number;
  readonly rows: readonly string[][];
  /** Lines between its rows, as written. */
  readonly between: readonly string[];
  readonly headings: Headings;
  /** Whether there is a line right above its header. */
  readonly isTitled: boolean;
}

export function placeTable(
  page: number,
  lines: readonly Line[],
  { between, isTitled }: { between: readonly LineBetween[]; isTitled: boolean },
): PlacedTable {
  const headings = readHeadings(lines, between);
  return {
    page,
    rows: withHeads(toRows(lines)),
    between: between.map(({ line }) => textOf(line)),
    headings,
    isTitled,
  };
}
