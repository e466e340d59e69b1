import type { Cell } from '#domain/analysis/analysis.ts';
import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { type Column, mapCells } from '../grid.ts';
import type { DayOrder } from './read-date.ts';
import { remembered } from './remembered.ts';

export interface TypedColumn {
  readonly label: string;
  readonly type: 'number' | 'date' | 'text';
  readonly unit: string | null;
  readonly values: readonly Cell[];
  /** One unit per value, if they differ. */
  readonly units: readonly (string | null)[] | null;
  readonly issues: readonly TableIssue[];
}

/** A column as written. */
export interface WrittenColumn {
  readonly label: string;
  readonly cells: Column;
  /** Cells that determine its type, without placeholders. */
  readonly sample: readonly string[];
}

/** What the rest of the table says about a column that is ambiguous alone. */
export interface ColumnHints {
  readonly hasDecimalCommas: boolean;
  /** How many columns the table has. */
  readonly width: number;
  /** Order of day and month; null if nothing says it. */
  readonly dayOrder: () => { readonly order: DayOrder; readonly by: 'table' | 'country' } | null;
}

/** Placeholders for missing values in columns of numbers and dates; a dash may stand where an amount would. */
const NOTHING =
  /^(?:|\p{Sc}?\s*[-–—−]{1,3}\s*\p{Sc}?|[.:]{1,3}|[…?]|n\/?a|#n\/?a|null|nil|none|nan|k\.?\s?a\.?|#value!|#ref!|#div\/0!)$/iu;
export const isNothing = (cell: string): boolean => NOTHING.test(cell);
/** Fraction of a column's cells that determines its type; the others are counted and reported. */
const MOST = 0.9;
/** In a short column, one deviating cell exceeds a tenth. */
const FEW = 4;
/** Enough to determine the type; the whole column is read afterwards. Of each column, of all of a wide table together, and at least of each. */
const SAMPLE = 4_000;
const SAMPLES = 200_000;
const SAMPLE_LEAST = 1_000;

export const sampleOf = (cells: Column, width: number): readonly string[] =>
  spread(cells, Math.min(SAMPLE, Math.max(SAMPLE_LEAST, Math.floor(SAMPLES / width)))).filter(
    (cell) => !isNothing(cell),
  );

/** Samples evenly, since the first rows may differ from the rest. */
function spread(cells: Column, most: number): readonly string[] {
  const count = Math.min(most, cells.length);
  const step = cells.length / count;
  return Array.from({ length: count }, (_cell, at) => cells.at(Math.floor(at * step)));
}

export function areMost(count: number, of: number): boolean {
  return count > 0 && count >= Math.min(of * MOST, of >= FEW ? of - 1 : of);
}

/** Parses each cell. Invalid ones count as empty, and are reported. */
export function readCells<Value extends Cell>(
  { label, cells }: Pick<WrittenColumn, 'label' | 'cells'>,
  toValue: (cell: string) => Value | null,
): { values: (Value | null)[]; issue: TableIssue[] } {
  let count = 0;
  let example = '';
  const read = remembered(toValue);
  const values = mapCells(cells, (cell) => {
    const value = read(cell);
    if (value === null && !isNothing(cell)) {
      if (count === 0) example = cell.slice(0, 40);
      count += 1;
    }
    return value;
  });
  const issue: TableIssue[] =
    count === 0 ? [] : [{ key: 'unreadable_cells', params: { column: label, cells: count, example } }];
  return { values, issue };
}
