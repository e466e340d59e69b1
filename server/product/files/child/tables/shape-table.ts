import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { isValue } from './columns/read-value.ts';
import { setSumsAside } from './find-sums.ts';
import type { RawTable, ShapedTable } from './raw-table.ts';
import { joinHead } from './two-line-head.ts';

/** Rows above a header that may be notes: a title, a date, an address. */
const NOTES_MAX = 20;
export const LABEL_LENGTH = 80;

/** Separates a table's header and trailing lines from its data. Null if no data remains. */
export function shapeTable(table: RawTable): ShapedTable | null {
  const { rows: all, example } = joinHead(table);
  const width = all[0]?.length ?? 0;
  const above = countNotesAbove(all, width);
  const below = countNotesBelow(all.slice(above), width);
  const core = all.slice(above, all.length - below);
  const hasHeader = isHeader(core);
  const body = hasHeader ? core.slice(1) : core;
  if (body.length === 0) return null;
  const { rows, issues: sums } = setSumsAside(body, table.hasDecimalCommas);
  const issues: TableIssue[] = [...table.issues];
  if (above + below > 0) {
    const says = sayingOf([...all.slice(0, above), ...all.slice(all.length - below)]);
    issues.push({ key: 'notes_set_aside', params: { rows: above + below, says } });
  }
  if (example !== null) issues.push({ key: 'heads_joined', params: { example } });
  issues.push(...sums);
  if (!hasHeader) issues.push({ key: 'no_header', params: { columns: width } });
  const kept = keepColumns(hasHeader ? (core[0] ?? []) : [], rows, width);
  return { ...table, ...kept, issues };
}

type Row = RawTable['rows'][number];

const SAYS_LENGTH = 300;

/** Notes as one text: they may say what the numbers are in, or which of them are provisional. */
const sayingOf = (notes: RawTable['rows']): string =>
  notes
    .map((row) => row.filter((cell) => cell !== '').join(' '))
    .filter((note) => note !== '')
    .join(' · ')
    .slice(0, SAYS_LENGTH)
    .toWellFormed();

const filled = (row: Row): number => row.filter((cell) => cell !== '').length;

/** Notes fill few cells; a header fills most. */
function countNotesAbove(rows: RawTable['rows'], width: number): number {
  const short = countShortRowsAbove(rows, width);
  if (short > 0 || width < 3) return short;
  const head = rows.slice(0, NOTES_MAX).findIndex((row) => filled(row) >= width * 0.6);
  return Math.max(0, head);
}

/** A two-cell title isn't the header if a full row below it names columns of values that it lacks. */
function countShortRowsAbove(rows: RawTable['rows'], width: number): number {
  const full = rows.slice(0, NOTES_MAX).findIndex((row) => filled(row) === width);
  if (width < 2 || full < 1 || !isAboveValues(rows.slice(full))) return 0;
  const first = rows[full + 1] ?? [];
  const isNote = (row: Row): boolean =>
    row.at(-1) === '' && !row.some((cell, at) => isValue(cell) && isValue(first[at] ?? ''));
  return rows.slice(0, full).every(isNote) ? full : 0;
}

function countNotesBelow(rows: RawTable['rows'], width: number): number {
  if (width < 2) return 0;
  const isOfValues = isValue(rows[Math.floor(rows.length / 2)]?.[0] ?? '');
  let count = 0;
  while (count < NOTES_MAX && rows.length - count > 2) {
    if (!isNoteBelow(rows[rows.length - 1 - count] ?? [], width, isOfValues)) break;
    count += 1;
  }
  return count;
}

/** A sentence in one cell, or in two of which the first ends with a colon: `Printed:`, `3 May`. */
function isNoteBelow(row: Row, width: number, isOfValues: boolean): boolean {
  const [first = '', ...others] = row.filter((cell) => cell !== '');
  if (first === '' || isValue(first)) return false;
  if (others.length > 0) return others.length === 1 && width > 2 && first.endsWith(':');
  // The last of two columns may just be empty, unless the first one can't have such a value.
  return width > 2 || isOfValues || /^[^\p{L}\p{N}]/u.test(first);
}

const YEAR = /^(?:19|20)\d\d$/;

/** A header consists of distinct words; the rows below often have other types. It may contain a year. */
export function isHeader(rows: RawTable['rows']): boolean {
  const [first = []] = rows;
  const names = first.filter((cell) => cell !== '');
  if (names.length === 0 || rows.length < 2) return rows.length < 2;
  if (names.every(isValue)) return false;
  const rest = rows.slice(1, 501);
  const below = rest.slice(0, 50);
  if (isData(first, below)) return false;
  if (isUnlike(first, below)) return true;
  const isRepeated = first.some((cell, at) => cell !== '' && rest.some((row) => row[at] === cell));
  return (
    !isRepeated && new Set(names).size === names.length && names.every((cell) => cell.length <= LABEL_LENGTH)
  );
}

const isData = (first: Row, below: readonly Row[]): boolean =>
  first.some((cell, at) => isValue(cell) && !YEAR.test(cell) && below.every((row) => isValue(row[at] ?? '')));

const isUnlike = (first: Row, below: readonly Row[]): boolean =>
  first.some((cell, at) => cell !== '' && !isValue(cell) && below.some((row) => isValue(row[at] ?? '')));

function isAboveValues(rows: RawTable['rows']): boolean {
  const [first = [], ...below] = rows.slice(0, 51);
  return !isData(first, below) && isUnlike(first, below);
}

/** Drops empty columns, and names unnamed ones. */
function keepColumns(
  head: readonly string[],
  rows: RawTable['rows'],
  width: number,
): Pick<ShapedTable, 'labels' | 'rows'> {
  const all = Array.from({ length: width }, (_column, at) => at);
  const kept = all.filter((at) => (head[at] ?? '') !== '' || rows.some((row) => row[at] !== ''));
  const labels = kept.map((at) => (head[at] || `Column ${at + 1}`).slice(0, LABEL_LENGTH));
  return {
    labels,
    rows: kept.length === width ? rows : rows.map((row) => kept.map((at) => row[at] ?? '')),
  };
}
