import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { dayOrderOf } from './columns/read-date.ts';
import { looksLikeNumber } from './columns/read-number.ts';
import { isValue } from './columns/read-value.ts';
import { setSumsAside } from './find-sums.ts';
import { type Column, Grid } from './grid.ts';
import type { AboutRows, RawTable, ShapedTable } from './raw-table.ts';
import { joinHead } from './two-line-head.ts';

/** Rows above a header that may be notes: a title, a date, an address. */
const NOTES_MAX = 20;
export const LABEL_LENGTH = 80;

/** Separates a table's header and trailing lines from its data. Null if no data remains. */
export function shapeTable(table: RawTable): ShapedTable | null {
  const { cells: all, example } = joinHead(table);
  const { width } = all;
  const above = countNotesAbove(all);
  const below = countNotesBelow(all, above, table.loose);
  const head = all.rows(above, Math.min(above + HEADER_ROWS, all.length - below));
  const hasHeader = isHeader(head);
  const body = all.slice(above + (hasHeader ? 1 : 0), all.length - below);
  if (body.length === 0) return null;
  // A joined head is a row less.
  const shift = table.cells.length - all.length + above + (hasHeader ? 1 : 0);
  const {
    cells,
    issues: sums,
    lengths,
  } = setSumsAside(body, {
    hasDecimalCommas: table.hasDecimalCommas,
    about: aboutBody(table.about ?? [], shift, body),
  });
  const issues: TableIssue[] = [...table.issues];
  if (above + below > 0) {
    const says = sayingOf([...all.rows(0, above), ...all.rows(all.length - below)]);
    issues.push({ key: 'notes_set_aside', params: { rows: above + below, says } });
  }
  if (example !== null) issues.push({ key: 'heads_joined', params: { example } });
  issues.push(...sums);
  if (!hasHeader) issues.push({ key: 'no_header', params: { columns: width } });
  const kept = keepColumns(hasHeader ? (head[0] ?? []) : [], cells, lengths);
  return { ...table, ...kept, issues };
}

/**
 * Rows of the body with a formula about several others of it: those of another part of the sheet aren't meant. If most
 * rows have one, it counts them, or runs on; and one that begins with a day or a number of its own is a forecast.
 */
function aboutBody(about: readonly AboutRows[], shift: number, body: Grid): ReadonlySet<number> {
  const { length } = body;
  const ofBody = about.filter(({ row }) => row >= shift && row - shift < length);
  const rows = new Set(ofBody.map(({ row }) => row));
  if (rows.size * 2 > length) return new Set();
  const first = new Set(ofBody.flatMap(({ row, column }) => (column === 0 ? [row] : [])));
  const isOwn = (row: number): boolean => isValue(body.columns[0]?.at(row - shift) ?? '') && !first.has(row);
  const ofSeveral = ofBody.filter(
    ({ row, from, to }) => Math.min(to, shift + length) - Math.max(from, shift) > 1 && !isOwn(row),
  );
  return new Set(ofSeveral.map(({ row }) => row - shift));
}

type Row = readonly string[];

const SAYS_LENGTH = 300;

/** Notes as one text: they may say what the numbers are in, or which of them are provisional. */
const sayingOf = (notes: readonly Row[]): string =>
  notes
    .map((row) => row.filter((cell) => cell !== '').join(' '))
    .filter((note) => note !== '')
    .join(' · ')
    .slice(0, SAYS_LENGTH)
    .toWellFormed();

const filled = (row: Row): number => row.filter((cell) => cell !== '').length;

/** Notes fill few cells; a header fills most. */
function countNotesAbove(cells: Grid): number {
  const { width } = cells;
  const short = countShortRowsAbove(cells);
  if (short > 0 || width < 3) return short;
  const head = cells.rows(0, NOTES_MAX).findIndex((row) => filled(row) >= width * 0.6);
  return Math.max(0, head);
}

/** A two-cell title isn't the header if a full row below it names columns of values that it lacks. */
function countShortRowsAbove(cells: Grid): number {
  const { width } = cells;
  const rows = cells.rows(0, NOTES_MAX);
  const full = rows.findIndex((row) => filled(row) === width);
  if (width < 2 || full < 1 || !isAboveValues(cells.rows(full, full + 51))) return 0;
  const first = cells.row(full + 1);
  const isNote = (row: Row): boolean =>
    row.at(-1) === '' && !row.some((cell, at) => isValue(cell) && isValue(first[at] ?? ''));
  return rows.slice(0, full).every(isNote) ? full : 0;
}

/** Below the notes above. A line without any delimiter is none of the rows that have one each. */
function countNotesBelow(cells: Grid, above: number, loose = 0): number {
  const { width } = cells;
  if (width < 2) return 0;
  const length = cells.length - above;
  const isOfValues = isValue(cells.columns[0]?.at(above + Math.floor(length / 2)) ?? '');
  let count = 0;
  while (count < NOTES_MAX && length - count > 2) {
    if (!isNoteBelow(cells.row(cells.length - 1 - count), width, isOfValues || count < loose)) break;
    count += 1;
  }
  return count;
}

/** A sentence in one cell, or in two of which the first ends with a colon: `Printed:`, `3 May`. */
function isNoteBelow(row: Row, width: number, isNoLabel: boolean): boolean {
  const [first = '', ...others] = row.filter((cell) => cell !== '');
  if (first === '' || isValue(first)) return false;
  if (others.length > 0) return others.length === 1 && width > 2 && first.endsWith(':');
  // The last of two columns may just be empty, unless the first one can't have such a value.
  return width > 2 || isNoLabel || /^[^\p{L}\p{N}]/u.test(first);
}

/** The rows that tell whether the first of them is a header. */
const HEADER_ROWS = 501;
const YEAR = /^(?:19|20)\d\d$/;

/** A header consists of distinct words; the rows below often have other types. It may contain a year. */
export function isHeader(rows: readonly Row[]): boolean {
  const [first = []] = rows;
  const names = first.filter((cell) => cell !== '');
  if (names.length === 0 || rows.length < 2) return rows.length < 2;
  const rest = rows.slice(1, HEADER_ROWS);
  const below = rest.slice(0, 50);
  if (areDatesAboveNumbers(first, below)) return true;
  if (names.every(isValue)) return false;
  if (isData(first, below)) return false;
  if (isUnlike(first, below)) return true;
  const isRepeated = first.some((cell, at) => cell !== '' && rest.some((row) => row[at] === cell));
  return (
    !isRepeated && new Set(names).size === names.length && names.every((cell) => cell.length <= LABEL_LENGTH)
  );
}

/** Days or months beside each other, as columns of a plan have them: no row below has one. */
function areDatesAboveNumbers(first: Row, below: readonly Row[]): boolean {
  const dates = [...first.entries()].filter(([, cell]) => dayOrderOf(cell) !== null);
  return (
    dates.length > 1 &&
    first.every((cell) => cell === '' || !looksLikeNumber(cell)) &&
    dates.every(([at]) => {
      const cells = below.map((row) => row[at] ?? '').filter((cell) => cell !== '');
      return cells.length > 0 && cells.every(looksLikeNumber);
    })
  );
}

const isData = (first: Row, below: readonly Row[]): boolean =>
  first.some((cell, at) => isValue(cell) && !YEAR.test(cell) && below.every((row) => isValue(row[at] ?? '')));

const isUnlike = (first: Row, below: readonly Row[]): boolean =>
  first.some((cell, at) => cell !== '' && !isValue(cell) && below.some((row) => isValue(row[at] ?? '')));

/** Whether the first of these rows names columns of values. */
export function isAboveValues([first = [], ...below]: readonly Row[]): boolean {
  return !isData(first, below) && isUnlike(first, below);
}

function isFilled(column: Column): boolean {
  for (let row = 0; row < column.length; row += 1) if (column.at(row) !== '') return true;
  return false;
}

/** Drops empty columns, and names unnamed ones. */
function keepColumns(
  head: Row,
  { columns }: Grid,
  lengths: ReadonlySet<number>,
): Pick<ShapedTable, 'labels' | 'cells' | 'lengths'> {
  const kept = [...columns.entries()].filter(([at, column]) => (head[at] ?? '') !== '' || isFilled(column));
  return {
    labels: kept.map(([at]) => (head[at] || `Column ${at + 1}`).slice(0, LABEL_LENGTH)),
    cells: new Grid(kept.map(([, column]) => column)),
    lengths: new Set(kept.flatMap(([at], place) => (lengths.has(at) ? [place] : []))),
  };
}
