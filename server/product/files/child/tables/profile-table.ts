import type { Cell } from '#domain/analysis/analysis.ts';
import type { TableIssue } from '#domain/analysis/table-issue.ts';
import type { ColumnFacts, TableFacts } from '../../table-facts.ts';
import { type Counted, countValues } from './count-values.ts';
import { firstAtLeast } from './first-at-least.ts';
import type { TypedTable } from './type-table.ts';

const TOP = 6;
/** Characters of a long text shown to a model. */
const SHOWN_LENGTH = 80;
/** Distinct values beyond which counting stops: a column of names, or of ids. */
const COUNTED = 5_000;

/** Deterministic facts about a table, obtained by counting. */
export function profileTable(table: TypedTable): TableFacts {
  const { name, file, origin, page, sheet, rows, columns } = table;
  const all = columns.map((column) => ({ column, counted: countValues(column.values) }));
  const facts = all.map(({ column, counted }) => profileColumn(column, counted));
  const issues: TableIssue[] = [...table.issues];
  // If a column has a unique value per row, no row is a duplicate.
  const duplicates = facts.some(({ distinct }) => distinct === rows)
    ? 0
    : countDuplicates(
        rows,
        all.map(({ counted }) => counted),
      );
  if (duplicates > 0) issues.push({ key: 'duplicates', params: { rows: duplicates } });
  for (const { label, empty: unfilled } of facts) {
    // Unreadable cells are reported separately.
    const unreadable = table.issues.find(
      ({ key, params }) => key === 'unreadable_cells' && params.column === label,
    );
    const empty = unfilled - (unreadable?.key === 'unreadable_cells' ? unreadable.params.cells : 0);
    if (empty > 0) issues.push({ key: 'empty_cells', params: { column: label, cells: empty } });
  }
  return { name, file, origin, page, sheet, rows, columns: facts, sample: sampleOf(table), issues };
}

type Column = TypedTable['columns'][number];
function profileColumn({ name, label, type, unit, values: all }: Column, counted: Counted): ColumnFacts {
  const { values, counts } = counted;
  let [sum, empty] = [0, 0];
  let min: Cell = null;
  let max: Cell = null;
  for (const [place, value] of values.entries()) {
    const count = counts[place] ?? 0;
    if (value === null) empty = count;
    if (value === null || type === 'text') continue;
    if (typeof value === 'number') sum += value * count;
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
  }
  const known = all.length - empty;
  const mean = type === 'number' && known > 0 ? roundFloat(sum / known) : null;
  const distinct = values.length - (empty > 0 ? 1 : 0);
  return {
    name,
    label,
    type,
    unit,
    empty,
    distinct,
    min,
    max,
    mean,
    top: type === 'text' ? topOf(counted) : [],
  };
}

function topOf({ values, counts }: Counted): ColumnFacts['top'] {
  if (values.length > COUNTED) return [];
  return values
    .map((value, place) => [value, counts[place] ?? 0] as const)
    .filter(([value]) => value !== null)
    .toSorted(([a, many], [b, few]) => few - many || (String(a) < String(b) ? -1 : 1))
    .slice(0, TOP)
    .map(([value, count]) => ({ value: shorten(String(value)), count }));
}

/** Counts duplicate rows. A row's key is a number with the places of its values as digits. */
function countDuplicates(rows: number, counted: readonly Counted[]): number {
  let left: Repeated = {
    rows: Uint32Array.from({ length: rows }, (_row, at) => at),
    keys: new Float64Array(rows),
    different: 1,
  };
  for (const { values, places } of counted) {
    if (left.different * values.length > Number.MAX_SAFE_INTEGER) left = keepRepeated(left);
    const { keys } = left;
    for (let at = 0; at < keys.length; at += 1)
      keys[at] = (keys[at] ?? 0) * values.length + (places[left.rows[at] ?? 0] ?? 0);
    left.different *= values.length;
  }
  const { keys, different } = left;
  return keys.length - (different > keys.length * 8 ? distinctOf(keys).length : countBelow(keys, different));
}

/** Rows that may be duplicates, with their keys. */
interface Repeated {
  readonly rows: Uint32Array;
  readonly keys: Float64Array;
  /** Keys are smaller than this. */
  different: number;
}

/** Counts distinct keys below a limit: for few of them faster than to sort the rows. */
function countBelow(keys: Float64Array, limit: number): number {
  const known = new Uint8Array(limit);
  for (const key of keys) known[key] = 1;
  return known.reduce((sum, one) => sum + one, 0);
}

/** Sorted: a set of a quarter of a million numbers takes five times as long. */
function distinctOf(keys: Float64Array): Float64Array {
  const sorted = keys.toSorted();
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const key = sorted[at] ?? 0;
    if (at > 0 && key === sorted[count - 1]) continue;
    sorted[count] = key;
    count += 1;
  }
  return sorted.subarray(0, count);
}

/** Leaves out rows that differ from all others already, and replaces the keys of the rest by their places among these. */
function keepRepeated({ rows, keys }: Repeated): Repeated {
  const sorted = keys.toSorted();
  const repeated = sorted.filter(
    (key, at) => at > 0 && key === sorted[at - 1] && (at === 1 || key !== sorted[at - 2]),
  );
  const kept = new Uint32Array(rows.length);
  const places = new Float64Array(rows.length);
  let count = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    const place = firstAtLeast(repeated, key);
    if (repeated[place] !== key) continue;
    kept[count] = rows[at] ?? 0;
    places[count] = place;
    count += 1;
  }
  return { rows: kept.slice(0, count), keys: places.slice(0, count), different: repeated.length };
}

/** The first rows, one from the middle, and the last, as a person would scroll. */
function sampleOf({ rows, columns }: TypedTable): Cell[][] {
  const places = [...new Set([0, 1, 2, Math.floor(rows / 2), rows - 1])].filter((at) => at >= 0 && at < rows);
  return places.map((at) =>
    columns.map(({ values }) => {
      const value = values[at] ?? null;
      return typeof value === 'string' ? shorten(value) : value;
    }),
  );
}

const shorten = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).toWellFormed()}…` : text;

/** Twelve digits suffice for any reported figure; the rest is floating-point noise. */
export function roundFloat(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}
