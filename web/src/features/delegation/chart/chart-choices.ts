import {
  CHART_KINDS,
  type ChartKind,
  type Figure,
  type FigureKind,
  type RanQuery,
} from '#domain/analysis/analysis.ts';
import { CHART_RULES, type ChartColumns, fitsChart } from '#domain/analysis/chart-fit.ts';
import { haveOrder } from './chart-data.ts';

/** A figure as a person wants it: a chart of these columns, or the table. */
export interface FigureShape extends Omit<ChartColumns, 'kind'> {
  readonly kind: FigureKind;
}

const TABLE: FigureShape = { kind: 'table', label: -1, values: [] };

export const isChart = (shape: FigureShape): shape is ChartColumns => shape.kind !== 'table';

/** All ways in which a result can be shown, the figure's own first. */
export function shapesOf({ kind, label, values }: Figure, query: RanQuery): FigureShape[] {
  const own = { kind, label, values };
  const { columns, rows, units } = query;
  const numbers = columns.flatMap((_name, at) =>
    rows.some((row) => typeof row[at] === 'number') ? [at] : [],
  );
  const names = [...columns.keys()].filter((at) => at === label || !numbers.includes(at));
  const charts = CHART_KINDS.filter((one) => one !== 'histogram' || kind === one).flatMap((one) =>
    // Numbers name rows only where nothing else does.
    (one === 'scatter' || names.length === 0 ? [...columns.keys()] : names).flatMap((at) =>
      valuesFor(
        one,
        numbers.filter((column) => column !== at),
      ).map((set) => ({ kind: one, label: at, values: set })),
    ),
  );
  const fitting = charts.filter(
    (chart) =>
      fitsChart(chart, query) &&
      haveOneUnit(chart.values.map((at) => units[at] ?? '')) &&
      (chart.kind !== 'line' || haveOrder(rows.map((row) => row[chart.label] ?? null))),
  );
  return [own, TABLE, ...fitting].filter(
    (shape, at, all) => all.findIndex((other) => isSame(other, shape)) === at,
  );
}

const haveOneUnit = (units: readonly string[]): boolean => new Set(units).size === 1;

/** Each column by itself, and all of them together, where the kind takes so many. */
function valuesFor(kind: ChartKind, numbers: readonly number[]): (readonly number[])[] {
  const [least, most] = CHART_RULES[kind].series;
  if (least === most) return numbers.slice(most - 1).map((_column, at) => numbers.slice(at, at + most));
  const singles = least === 1 ? numbers.map((column) => [column]) : [];
  return numbers.length > 1 && numbers.length <= most ? [...singles, numbers] : singles;
}

export const isSame = (one: FigureShape, other: FigureShape): boolean =>
  one.kind === other.kind && one.label === other.label && String(one.values) === String(other.values);

/** The shape closest to what was shown: first by its kind, then by its labels, then by its values. */
export function closest(shapes: readonly FigureShape[], wanted: FigureShape): FigureShape | undefined {
  const near = (shape: FigureShape): number =>
    (shape.label === wanted.label ? 2 : 0) + (String(shape.values) === String(wanted.values) ? 1 : 0);
  return shapes
    .filter(({ kind }) => kind === wanted.kind)
    .toSorted((one, other) => near(other) - near(one))[0];
}
