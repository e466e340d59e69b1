import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { areYearsLast, type DayOrder, dayOrderOf, hasShortYear, offsetOf, readDate } from './read-date.ts';
import {
  areMost,
  type ColumnHints,
  readCells,
  type TypedColumn,
  type WrittenColumn,
} from './typed-column.ts';

/** A column of dates; null if it is none, or none whose days and months are certain. */
export function dateColumn(column: WrittenColumn, { dayOrder }: ColumnHints): TypedColumn | null {
  const { label, cells, sample } = column;
  const orders = sample.map(dayOrderOf);
  const known = orders.filter((order) => order !== null);
  if (!areMost(known.length, sample.length) || !areYearsLast(sample)) return null;
  const own = ownOrder(known);
  // Both orders in one column, or none that is certain: guessing would shift sums to another month.
  if (own === 'both') return null;
  const open = orders.indexOf('either');
  const given = open !== -1 && own === null ? dayOrder() : null;
  const order = own ?? given?.order ?? 'ymd';
  if (open !== -1 && order === 'ymd') return null;
  const { values, issue } = readCells(column, (cell) => readDate(cell, order));
  const issues: TableIssue[] = [];
  if (open !== -1) {
    const example = sample[open] ?? '';
    const readAs = readDate(example, order) ?? '';
    const by = given?.by ?? 'column';
    issues.push({ key: 'day_order', params: { column: label, example, read_as: readAs, by } });
  }
  const offsets = readCells({ label, cells }, offsetOf).values;
  const found = [...new Set(offsets)].filter((offset) => offset !== null);
  // What isn't said isn't made up: times without an offset may be of any zone.
  const areBare = values.some((value, row) => value !== null && offsets[row] === null);
  const areMixed = found.length > 1 || (found.length > 0 && areBare);
  if (areMixed) issues.push({ key: 'mixed_offsets', params: { column: label, offsets: found.join(', ') } });
  return {
    label,
    type: 'date',
    unit: areMixed ? null : (found[0] ?? null),
    values,
    units: areMixed ? offsets : null,
    issues: [...issues, ...issue],
  };
}

/** The order that a column's own cells leave no doubt about. */
export function orderIn(sample: readonly string[]): DayOrder | null {
  const orders = sample.map(dayOrderOf).filter((order) => order !== null);
  const own = areMost(orders.length, sample.length) && areYearsLast(sample) ? ownOrder(orders) : null;
  return own === 'both' ? null : own;
}

function ownOrder(orders: readonly (DayOrder | 'either')[]): DayOrder | 'both' | null {
  const told = new Set(orders.filter((order) => order === 'dmy' || order === 'mdy'));
  const [order = null] = told;
  return told.size > 1 ? 'both' : order;
}

/** Tells about a column of dates that stays text, because days and months can't be told apart. */
export function ambiguousDates({ label, sample }: WrittenColumn): TableIssue[] {
  const orders = sample.map(dayOrderOf);
  const known = orders.filter((order) => order !== null).length;
  const at = areYearsLast(sample) ? orders.indexOf('either') : sample.findIndex(hasShortYear);
  if (at === -1 || !areMost(known, sample.length)) return [];
  return [{ key: 'ambiguous_dates', params: { column: label, example: sample[at] ?? '' } }];
}
