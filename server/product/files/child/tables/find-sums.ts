import type { TableIssue } from '#domain/table-issue.ts';
import type { RawTable } from './raw-table.ts';
import { type DecimalMark, looksLikeNumber, readNumber } from './read-number.ts';

type Rows = RawTable['rows'];

/** Rows of a table without its sums, and what is told of them. */
export interface FoundSums {
  readonly rows: Rows;
  readonly issues: readonly TableIssue[];
}

const WORD =
  'total|totals|sum|summe|gesamt\\p{L}*|insgesamt|totaal|totale|total general|somme|suma|razem|итог|итого|всего|合計|合计|总计|小計|小计|합계|소계|المجموع|مجموع|कुल|toplam|tổng';
/** It begins with such a word, or ends with one. */
const SUM_WORDS = new RegExp(
  `^(?:grand |sub-?|sous-|zwischen|sotto|промежуточный )?(?:${WORD})(?![\\p{L}\\p{M}])|\\s(?:sub-?)?(?:total|totals|summe|gesamt|合計)$`,
  'iu',
);

/** Names that are told, and of each as much. */
const TOLD = 5;
const TOLD_LENGTH = 40;
/** Groups within groups: a sum is looked for from so many places on. */
const LEVELS = 20;

/**
 * Sets aside what would be counted twice: rows under a word for sums that are the sum of the rows above them, all of them
 * or those since an earlier sum; and a last row without a word that is the sum of all. Rows with such a word that are no
 * sum stay, and are told.
 */
export function setSumsAside(rows: Rows, hasDecimalCommas: boolean): FoundSums {
  const marks: readonly DecimalMark[] = hasDecimalCommas ? [',', '.'] : ['.', ','];
  const named = rows.flatMap((row, at) => (rows.length < 3 ? [] : nameOf(row, at)));
  // Where every other row has such a word, it says something else: total costs, total income.
  const candidates = named.length * 2 > rows.length ? [] : named;
  let sums = new Set<number>();
  for (const mark of marks) {
    const found = sums.size < candidates.length ? sumsAmong(rows, candidates, mark) : sums;
    if (found.size > sums.size) sums = found;
  }
  const unclear = candidates.filter(({ at }) => !sums.has(at));
  const last = candidates.some(({ at }) => at === rows.length - 1) ? null : lastSum(rows, marks);
  const issues: TableIssue[] = [];
  const labels = candidates.filter(({ at }) => sums.has(at)).map(({ label }) => label);
  if (last !== null) {
    sums.add(rows.length - 1);
    labels.push(last);
  }
  const [label = ''] = labels;
  if (labels.length === 1 && sums.has(rows.length - 1))
    issues.push({ key: 'totals_set_aside', params: { rows: 1, label } });
  else if (labels.length > 0)
    issues.push({ key: 'sums_set_aside', params: { rows: labels.length, labels: told(labels) } });
  if (unclear.length > 0)
    issues.push({
      key: 'sums_unclear',
      params: { rows: unclear.length, labels: told(unclear.map((each) => each.label)) },
    });
  return { rows: sums.size === 0 ? rows : rows.filter((_row, at) => !sums.has(at)), issues };
}

interface NamedRow {
  readonly at: number;
  readonly label: string;
}

/** A row under a word for sums, among the texts that it begins with, with numbers behind it. */
function nameOf(row: readonly string[], at: number): NamedRow[] {
  for (const cell of row) {
    if (cell === '') continue;
    if (/^[-+\p{Nd}\p{Sc}]/u.test(cell)) return [];
    if (SUM_WORDS.test(cell)) return row.some(looksLikeNumber) ? [{ at, label: cell }] : [];
  }
  return [];
}

/** Those of the rows that are the sum of all rows of data above them, or of those since an earlier sum. */
function sumsAmong(rows: Rows, named: readonly NamedRow[], mark: DecimalMark): Set<number> {
  const sums = new Set<number>();
  const candidates = new Set(named.map(({ at }) => at));
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_cell, at) => at).filter((column) =>
    named.some(({ at }) => looksLikeNumber(rows[at]?.[column] ?? '')),
  );
  // Of the rows of data so far, one for each column.
  const so = new Float64Array(columns.length);
  let starts = [so.slice()];
  for (const [at, row] of rows.entries()) {
    const numbers = columns.map((column) => readNumber(row[column] ?? '', mark));
    if (!candidates.has(at)) {
      for (const [index, number] of numbers.entries()) so[index] = (so[index] ?? 0) + (number ?? 0);
      continue;
    }
    // What is called a sum and is none may hold sums of other rows: it is told, and not counted here.
    const isSum = starts.some((start) =>
      numbers.some((number, index) => isSame((so[index] ?? 0) - (start[index] ?? 0), number)),
    );
    if (!isSum) continue;
    sums.add(at);
    starts = [...starts.slice(0, 1), ...starts.slice(1).slice(-LEVELS), so.slice()];
  }
  return sums;
}

function isSame(sum: number, told: number | null): boolean {
  if (told === null || told === 0) return false;
  return Math.abs(sum - told) <= Math.max(0.011, Math.abs(told) * 1e-9);
}

/** The last row without a word for it, where all of its numbers are sums, or, under no name, two of them; its name, or none. */
function lastSum(rows: Rows, marks: readonly DecimalMark[]): string | null {
  const last = rows.at(-1);
  // A row of data fills its cells; looking at all the others is for one that does not.
  if (last === undefined || rows.length < 3 || !last.includes('')) return null;
  const label = last.find((cell) => cell !== '' && !looksLikeNumber(cell)) ?? '';
  const numbers = [...last.entries()].filter(([, cell]) => looksLikeNumber(cell));
  const sums = numbers.filter(([at]) => marks.some((mark) => isSumOfAll(rows, at, mark))).length;
  if (sums === 0) return null;
  const areAll = sums === numbers.length;
  return (label === '' ? areAll || sums > 1 : areAll && sums > 1) ? label : null;
}

function isSumOfAll(rows: Rows, at: number, mark: DecimalMark): boolean {
  let sum = 0;
  for (const row of rows.slice(0, -1)) sum += readNumber(row[at] ?? '', mark) ?? 0;
  return isSame(sum, readNumber(rows.at(-1)?.[at] ?? '', mark));
}

function told(labels: readonly string[]): string {
  const shown = labels.slice(0, TOLD).map((label) => label.slice(0, TOLD_LENGTH).toWellFormed());
  return `${shown.join(', ')}${labels.length > TOLD ? ', …' : ''}`;
}
