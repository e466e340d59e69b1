import type { Cell, ChartKind } from './analysis.ts';

/** What a chart draws, by indexes of columns. */
export interface ChartColumns {
  readonly kind: ChartKind;
  /** Column of the names, times, ranges, or of the numbers to the right. */
  readonly label: number;
  readonly values: readonly number[];
}

export interface ChartResult {
  /** The rows at hand; a chart needs all of them. */
  readonly rows: readonly (readonly Cell[])[];
  /** Rows of the whole result. */
  readonly count: number;
}

interface Rule {
  /** Most marks; beyond it, a table is easier to read. */
  readonly marks: number;
  /** Fewest and most columns of values. */
  readonly series: readonly [least: number, most: number];
  /** Counts and parts of a whole are never negative. */
  readonly isPositive?: true;
  /** The labels are numbers too. */
  readonly hasNumbersBelow?: true;
  /** Each row's values grow from column to column. */
  readonly isGrowing?: true;
}

/** Lines, or parts of a bar, that can be told apart. */
const SERIES_MAX = 4;

/** Least, lower quartile, median, upper quartile, greatest. */
const BOX_COLUMNS = 5;

export const CHART_RULES: Readonly<Record<ChartKind, Rule>> = {
  bar: { marks: 30, series: [1, 1] },
  line: { marks: 200, series: [1, SERIES_MAX] },
  stacked: { marks: 20, series: [2, SERIES_MAX], isPositive: true },
  scatter: { marks: 200, series: [1, 1], hasNumbersBelow: true },
  histogram: { marks: 40, series: [1, 1], isPositive: true },
  box: { marks: 20, series: [BOX_COLUMNS, BOX_COLUMNS], isGrowing: true },
};

/** Whether a result suits this kind of chart: its columns, their numbers, and the count of marks. */
export function fitsChart({ kind, label, values }: ChartColumns, { rows, count }: ChartResult): boolean {
  const { marks, series, isPositive, hasNumbersBelow, isGrowing } = CHART_RULES[kind];
  const [least, most] = series;
  if (label < 0 || values.some((at) => at < 0) || new Set([label, ...values]).size !== values.length + 1)
    return false;
  if (values.length < least || values.length > most) return false;
  if (rows.length < 2 || rows.length < count || count > marks) return false;
  const drawn = rows.map((row) => values.map((at) => row[at] ?? null));
  const numbers = hasNumbersBelow ? [...drawn, rows.map((row) => row[label] ?? null)] : drawn;
  return (
    numbers.every((cells) => cells.every((cell) => cell === null || typeof cell === 'number')) &&
    drawn.some((cells) => cells.some((cell) => cell !== null)) &&
    (!isPositive || drawn.every((cells) => cells.every((cell) => Number(cell) >= 0))) &&
    (!isGrowing || drawn.every(isRising))
  );
}

/** Nulls are nowhere: a box without one of its numbers can't be drawn. */
const isRising = (cells: readonly Cell[]): boolean =>
  cells.every((cell, at) => cell !== null && (at === 0 || Number(cell) >= Number(cells[at - 1])));

/** The unit that all drawn columns share; empty if they differ. */
export function commonUnit(values: readonly number[], units: readonly string[]): string {
  const [first = '', ...others] = new Set(values.map((at) => units[at] ?? ''));
  return others.length > 0 ? '' : first;
}
