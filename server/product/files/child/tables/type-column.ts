import type { Cell } from '#domain/analysis.ts';
import type { TableIssue } from '#domain/table-issue.ts';
import { currenciesOf } from '#server/lib/currencies.ts';
import { areYearsLast, type DayOrder, dayOrderOf, hasShortYear, readDate } from './read-date.ts';
import { type DecimalMark, decimalMarkOf, readNumber, takeApart } from './read-number.ts';

export interface TypedColumn {
  readonly label: string;
  readonly type: 'number' | 'date' | 'text';
  readonly unit: string | null;
  readonly values: readonly Cell[];
  /** One unit for each value, where they differ. */
  readonly units: readonly (string | null)[] | null;
  readonly issues: readonly TableIssue[];
}

/** Words for nothing, in columns of numbers and dates. */
const NOTHING = /^(?:|-{1,3}|[–—?]|n\/?a|#n\/?a|null|nil|none|nan|k\.?\s?a\.?|\.|#value!|#ref!|#div\/0!)$/i;
/** A column is of a kind where so many of its cells are; the others are counted and told. */
const MOST = 0.9;
/** In a short one, a single other cell is no tenth. */
const FEW = 4;
/** Enough to tell the kind of a column; all of it is read afterwards. */
const SAMPLE = 4_000;

/** What a column holds, by most of its cells, and each of them as such a value. */
export function typeColumn(label: string, cells: readonly string[], hasDecimalCommas: boolean): TypedColumn {
  const sample = spread(cells).filter((cell) => !NOTHING.test(cell));
  return (
    asNumbers(label, cells, sample, hasDecimalCommas) ??
    asDates(label, cells, sample) ?? {
      label,
      type: 'text',
      unit: null,
      values: cells.map((cell) => (cell === '' ? null : cell)),
      units: null,
      issues: ambiguousDates(label, sample),
    }
  );
}

/** From all over a column: its first rows may be of another kind than the rest. */
function spread(cells: readonly string[]): readonly string[] {
  if (cells.length <= SAMPLE) return cells;
  const step = cells.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_cell, at) => cells[Math.floor(at * step)] ?? '');
}

function areMost(count: number, of: number): boolean {
  return count > 0 && count >= Math.min(of * MOST, of >= FEW ? of - 1 : of);
}

function asNumbers(
  label: string,
  cells: readonly string[],
  sample: readonly string[],
  hasDecimalCommas: boolean,
): TypedColumn | null {
  const parts = sample.flatMap((cell) => takeApart(cell) ?? []);
  if (!areMost(parts.length, sample.length) || areCodes(sample)) return null;
  const told = parts.map(({ digits }) => decimalMarkOf(digits));
  const count = (mark: DecimalMark): number => told.filter((each) => each === mark).length;
  const [points, commas] = [count('.'), count(',')];
  const isTold = points + commas > 0;
  const mark: DecimalMark = (isTold ? commas > points : hasDecimalCommas) ? ',' : '.';
  const issues: TableIssue[] = [];
  const either = isTold
    ? undefined
    : sample.find((cell) => decimalMarkOf(takeApart(cell)?.digits ?? '') === 'either');
  if (either !== undefined) {
    const read = readNumber(either, mark) ?? 0;
    issues.push({ key: 'ambiguous_numbers', params: { column: label, example: either, read_as: read } });
  }
  // Of each unit the way in which it is written first. One that stands in a few cells alone counts, too.
  const written = new Map<string, string>();
  const onUnit = (unit: string): void => {
    const name = nameOfUnit(unit);
    if (!written.has(name)) written.set(name, unit);
  };
  const { values, issue } = read(label, cells, (cell) => readNumber(cell, mark, onUnit));
  const found = [...written.values()];
  const isMixed = found.length > 1;
  if (isMixed)
    issues.push({ key: 'mixed_units', params: { column: label, units: found.toSorted().join(', ') } });
  return {
    label,
    type: 'number',
    unit: isMixed ? null : (found[0] ?? null),
    values,
    units: isMixed ? cells.map((cell) => written.get(nameOfUnit(takeApart(cell)?.unit ?? '')) ?? null) : null,
    issues: [...issues, ...issue],
  };
}

/** One name for € and EUR, and for Stk and Stk. */
function nameOfUnit(unit: string): string {
  const currencies = currenciesOf(unit);
  return currencies.length > 0 ? currencies.join() : unit.replace(/\.$/, '');
}

/** Postcodes, account numbers: digits alone, all of one length, and some that begin with a zero. */
function areCodes(sample: readonly string[]): boolean {
  const [first = ''] = sample;
  return (
    sample.some((cell) => /^0\d/.test(cell)) &&
    sample.every((cell) => cell.length === first.length && /^\d+$/.test(cell))
  );
}

function asDates(label: string, cells: readonly string[], sample: readonly string[]): TypedColumn | null {
  const orders = sample.map(dayOrderOf);
  const known = orders.filter((order) => order !== null);
  if (!areMost(known.length, sample.length) || !areYearsLast(sample)) return null;
  const told = [...new Set(known.filter((order) => order !== 'either'))];
  const isOpen = known.includes('either');
  // Both orders in one column, or none that is certain: guessing would move sums to another month.
  if (told.includes('dmy') && told.includes('mdy')) return null;
  const [order] = told.filter((each) => each !== 'ymd');
  if (isOpen && order === undefined) return null;
  const by: DayOrder = order ?? 'ymd';
  const { values, issue } = read(label, cells, (cell) => readDate(cell, by));
  return { label, type: 'date', unit: null, values, units: null, issues: issue };
}

function ambiguousDates(label: string, sample: readonly string[]): TableIssue[] {
  const orders = sample.map(dayOrderOf);
  const known = orders.filter((order) => order !== null).length;
  const at = areYearsLast(sample) ? orders.indexOf('either') : sample.findIndex(hasShortYear);
  if (at === -1 || !areMost(known, sample.length)) return [];
  return [{ key: 'ambiguous_dates', params: { column: label, example: sample[at] ?? '' } }];
}

/** Of the cells of a column, the first that differ. */
const REMEMBERED = 5_000;

/** Each cell as a value. What is none counts as empty, and is told. */
function read(
  label: string,
  cells: readonly string[],
  toValue: (cell: string) => Cell,
): { values: Cell[]; issue: TableIssue[] } {
  let count = 0;
  let example = '';
  const known = new Map<string, Cell>();
  const values = cells.map((cell) => {
    // The same days and amounts come again and again.
    let value = known.get(cell);
    if (value === undefined) {
      value = toValue(cell);
      if (known.size < REMEMBERED) known.set(cell, value);
    }
    if (value === null && !NOTHING.test(cell)) {
      if (count === 0) example = cell.slice(0, 40);
      count += 1;
    }
    return value;
  });
  const issue: TableIssue[] =
    count === 0 ? [] : [{ key: 'unreadable_cells', params: { column: label, cells: count, example } }];
  return { values, issue };
}
