import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { type DecimalMark, looksLikeNumber, readNumber } from './columns/read-number.ts';
import { readHours } from './columns/read-time.ts';
import { isValue } from './columns/read-value.ts';
import { remembered } from './columns/remembered.ts';
import type { Column, Grid } from './grid.ts';
import { groupHeads } from './group-heads.ts';
import { areTimes, isSame, lengthsIn } from './summed-times.ts';
import { tailOfSums } from './tail-sums.ts';

/** Rows of a table without its sums, and the issues to report. */
export interface FoundSums {
  readonly cells: Grid;
  readonly issues: readonly TableIssue[];
  /** Columns of times that were added up: no times of day. */
  readonly lengths: ReadonlySet<number>;
}

const WORD =
  'total|totals|sum|summe|gesamt\\p{L}*|insgesamt|totaal|totale|total general|somme|suma|razem|итог|итого|всего|合計|合计|总计|小計|小计|합계|소계|المجموع|مجموع|कुल|toplam|tổng';
/** A label that starts or ends with a word for a sum. */
const SUM_WORDS = new RegExp(
  `^(?:grand |sub-?|sous-|zwischen|sotto|промежуточный )?(?:${WORD})(?![\\p{L}\\p{M}])|\\s(?:sub-?)?(?:total|totals|summe|gesamt|合計)$`,
  'iu',
);

const NONE: ReadonlySet<number> = new Set();

interface SumHints {
  readonly hasDecimalCommas: boolean;
  /** Rows with a formula about others: their sums, or means. */
  readonly about?: ReadonlySet<number>;
}

/** Limits for reported labels: count, and length of each. */
const TOLD = 5;
const TOLD_LENGTH = 40;
/** Maximum nesting of groups whose sums are recognised. */
const LEVELS = 20;

/**
 * Removes rows that would be counted twice: labelled as sums and equal to the sum of all rows above, or of
 * those since an earlier sum; and an unlabelled last or first row that is the sum of all. Rows labelled as sums that
 * aren't stay, and are reported.
 */
export function setSumsAside(cells: Grid, { hasDecimalCommas, about = NONE }: SumHints): FoundSums {
  const marks: readonly DecimalMark[] = hasDecimalCommas ? [',', '.'] : ['.', ','];
  const named = cells.length < 3 ? [] : namedRows(cells, about);
  // If every other row has such a word, it means something else: total costs, total income.
  const candidates = named.length * 2 > cells.length ? named.filter(({ at }) => about.has(at)) : named;
  let sums = new Set<number>();
  for (const mark of marks) {
    const found = sums.size < candidates.length ? sumsAmong(cells, candidates, mark) : sums;
    if (found.size > sums.size) sums = found;
  }
  for (const at of about) sums.add(at);
  for (const at of headsAbove(cells, { candidates, sums, marks })) sums.add(at);
  const unclear = candidates.filter(({ at }) => !sums.has(at));
  const last = candidates.some(({ at }) => at === cells.length - 1) ? null : lastSum(cells, marks);
  const issues: TableIssue[] = [];
  const names = new Map(candidates.map(({ at, label }) => [at, label]));
  const labels = [...sums].toSorted((a, b) => a - b).map((at) => names.get(at) ?? labelOf(cells, at));
  if (last !== null) {
    sums.add(cells.length - 1);
    labels.push(last);
  } else if (sums.size === 0 && unclear.length === 0 && isFirstSum(cells, marks)) {
    sums.add(0);
    labels.push(labelOf(cells, 0));
  }
  for (const at of cells.length < 3 ? [] : tailOfSums(cells, sums)) {
    sums.add(at);
    labels.push(labelOf(cells, at));
  }
  const [label = ''] = labels;
  if (labels.length === 1 && sums.has(cells.length - 1))
    issues.push({ key: 'totals_set_aside', params: { rows: 1, label } });
  else if (labels.length > 0)
    issues.push({ key: 'sums_set_aside', params: { rows: labels.length, labels: told(labels) } });
  if (unclear.length > 0)
    issues.push({
      key: 'sums_unclear',
      params: { rows: unclear.length, labels: told(unclear.map((each) => each.label)) },
    });
  return { cells: cells.without(sums), issues, lengths: lengthsIn(cells, sums) };
}

const labelOf = (cells: Grid, at: number): string => cells.row(at).find((cell) => cell !== '') ?? '';

interface Candidates {
  readonly candidates: readonly NamedRow[];
  readonly sums: ReadonlySet<number>;
  readonly marks: readonly DecimalMark[];
}

/** A last total that isn't the sum of all rows above, and the heads of groups that it's the sum of. */
function headsAbove(cells: Grid, { candidates, sums, marks }: Candidates): number[] {
  const [only, ...others] = candidates;
  const last = cells.length - 1;
  if (only?.at !== last || others.length > 0 || sums.size > 0) return [];
  const heads = marks.map((mark) => groupHeads(cells, mark)).find(({ length }) => length > 0);
  return heads === undefined ? [] : [...heads, last];
}

interface NamedRow {
  readonly at: number;
  readonly label: string;
}

/** A number or, as the sum of a column of them, a length of time. */
const canBeSum = (cell: string): boolean => looksLikeNumber(cell) || readHours(cell) !== null;

/** Rows with a sum's label among their leading texts, and with numbers; and those that are certain. */
function namedRows(cells: Grid, certain: ReadonlySet<number>): NamedRow[] {
  const named: NamedRow[] = [...certain].map((at) => ({ at, label: labelOf(cells, at) }));
  // Those whose leading texts go on.
  let open: readonly number[] = rowsBeside(certain, cells.length);
  for (const column of cells.columns) {
    const left: number[] = [];
    const isSum = remembered((cell) => SUM_WORDS.test(cell));
    for (const at of open) {
      const cell = column.at(at);
      if (/^[-+\p{Nd}\p{Sc}]/u.test(cell)) continue;
      if (cell === '' || !isSum(cell)) left.push(at);
      else if (cells.row(at).some(canBeSum)) named.push({ at, label: cell });
    }
    open = left;
  }
  return named.toSorted((a, b) => a.at - b.at);
}

/** All rows but these, of as many as a million. */
function rowsBeside(some: ReadonlySet<number>, length: number): number[] {
  const rows: number[] = [];
  for (let at = 0; at < length; at += 1) if (!some.has(at)) rows.push(at);
  return rows;
}

/** Labelled rows that are the sum of all data rows above them, or of those since an earlier sum. */
function sumsAmong(cells: Grid, named: readonly NamedRow[], mark: DecimalMark): Set<number> {
  const sums = new Set<number>();
  const candidates = new Set(named.map(({ at }) => at));
  const columns = cells.columns.filter((column) => named.some(({ at }) => canBeSum(column.at(at))));
  const readers = columns.map((column) =>
    areTimes(
      column,
      named.map(({ at }) => at),
    )
      ? readHours
      : (cell: string) => readNumber(cell, mark),
  );
  // Running sum of the data rows, per column.
  const so = new Float64Array(columns.length);
  let starts = [so.slice()];
  for (let at = 0; at < cells.length; at += 1) {
    const numbers = columns.map((column, index) => readers[index]?.(column.at(at)) ?? null);
    if (!candidates.has(at)) {
      for (const [index, number] of numbers.entries()) so[index] = (so[index] ?? 0) + (number ?? 0);
      continue;
    }
    // A mislabelled row may contain sums of other rows: it is reported, and not added here.
    const isSum = starts.some((start) =>
      numbers.some((number, index) => isSame((so[index] ?? 0) - (start[index] ?? 0), number)),
    );
    if (!isSum) continue;
    sums.add(at);
    starts = [...starts.slice(0, 1), ...starts.slice(1).slice(-LEVELS), so.slice()];
  }
  // Above all that it adds up.
  const first = columns.map((column, index) => readers[index]?.(column.at(0)) ?? null);
  if (candidates.has(0) && first.some((number, index) => isSame(so[index] ?? 0, number))) sums.add(0);
  return sums;
}

/**
 * Label of an unlabelled last row of which all numbers are sums, or, with an empty label, at least two are;
 * null if there is none.
 */
function lastSum(cells: Grid, marks: readonly DecimalMark[]): string | null {
  const at = cells.length - 1;
  const { row, numbers, sums } = sumsIn(cells, at, marks);
  const first = row.find((cell) => cell !== '' && !looksLikeNumber(cell)) ?? '';
  // A sign, such as the asterisk that SAP puts before sums, names nothing.
  const label = /[\p{L}\p{N}]/u.test(first) ? first : '';
  if (sums.length === 0) return null;
  const areAll = sums.length === numbers;
  return (label === '' ? areAll || sums.length > 1 : areAll && sums.length > 1) ? label : null;
}

/**
 * Whether the first row has no name, but at least two sums of all others. The same sum twice is one: an amount without
 * a fee is its net amount, too.
 */
function isFirstSum(cells: Grid, marks: readonly DecimalMark[]): boolean {
  const { row, sums } = sumsIn(cells, 0, marks);
  return new Set(sums).size > 1 && row.every((cell) => cell === '' || isValue(cell));
}

/** The numbers of a row, and those that are sums. */
function sumsIn(cells: Grid, at: number, marks: readonly DecimalMark[]) {
  const row = cells.row(at);
  // A data row usually fills its cells, so only incomplete ones are worth the full check.
  if (cells.length < 3 || !row.includes('')) return { row, numbers: 0, sums: [] };
  const numbers = [...row.entries()].filter(([, cell]) => looksLikeNumber(cell));
  const isSum = (column: number): boolean =>
    marks.some((mark) => isSumOfOthers(cells.columns[column], at, mark));
  const sums = numbers.filter(([column]) => isSum(column)).map(([, cell]) => cell);
  return { row, numbers: numbers.length, sums };
}

function isSumOfOthers(column: Column | undefined, at: number, mark: DecimalMark): boolean {
  if (column === undefined) return false;
  let sum = 0;
  for (let row = 0; row < column.length; row += 1)
    if (row !== at) sum += readNumber(column.at(row), mark) ?? 0;
  return isSame(sum, readNumber(column.at(at), mark));
}

function told(labels: readonly string[]): string {
  const shown = labels.slice(0, TOLD).map((label) => label.slice(0, TOLD_LENGTH).toWellFormed());
  return `${shown.join(', ')}${labels.length > TOLD ? ', …' : ''}`;
}
