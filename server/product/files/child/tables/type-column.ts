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
  /** One unit per value, if they differ. */
  readonly units: readonly (string | null)[] | null;
  readonly issues: readonly TableIssue[];
}

/** Placeholders for missing values in columns of numbers and dates. */
const NOTHING = /^(?:|-{1,3}|[–—?]|n\/?a|#n\/?a|null|nil|none|nan|k\.?\s?a\.?|\.|#value!|#ref!|#div\/0!)$/i;
/** Fraction of a column's cells that determines its type; the others are counted and reported. */
const MOST = 0.9;
/** In a short column, one deviating cell exceeds a tenth. */
const FEW = 4;
/** Enough to determine the type; the whole column is read afterwards. */
const SAMPLE = 4_000;

/** Determines a column's type by most of its cells, and parses all of them. */
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

/** Samples evenly, since the first rows may differ from the rest. */
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
  // The first spelling of each unit, including one that occurs in a few cells only.
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

/** Unifies € and EUR, and variants such as Stk and Stk. */
function nameOfUnit(unit: string): string {
  const currencies = currenciesOf(unit);
  return currencies.length > 0 ? currencies.join() : unit.replace(/\.$/, '');
}

/** Postcodes, account numbers: digits only, all of one length, some with a leading zero. */
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
  // Both orders in one column, or none that is certain: guessing would shift sums to another month.
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

/** Cache size: distinct cells per column. */
const REMEMBERED = 5_000;

/** Parses each cell. Invalid ones count as empty, and are reported. */
function read(
  label: string,
  cells: readonly string[],
  toValue: (cell: string) => Cell,
): { values: Cell[]; issue: TableIssue[] } {
  let count = 0;
  let example = '';
  const known = new Map<string, Cell>();
  const values = cells.map((cell) => {
    // The same dates and amounts recur.
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
