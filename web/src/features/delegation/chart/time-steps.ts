import * as z from 'zod/mini';
import type { Cell, Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { finenessOf, type Period } from './periods.ts';

const STEPS = ['month', 'quarter', 'year'] as const;
const WAYS = ['total', 'average'] as const;

/** Rows put together by time: the totals or averages of months, quarters or years. */
export const timeSteps = z.object({ by: z.enum(STEPS), as: z.enum(WAYS) });
export type TimeSteps = z.output<typeof timeSteps>;

/** The coarser ones. */
const STEPS_ABOVE: Readonly<Record<Period, readonly TimeSteps['by'][]>> = {
  day: STEPS,
  month: ['quarter', 'year'],
  quarter: ['year'],
  year: [],
};

/**
 * How a figure's rows can be put together. Not at all where some of them are missing here, or a column has words, which
 * have neither total nor average.
 */
export function stepsOf(figure: Figure, query: RanQuery): TimeSteps[] {
  const { rows, count } = query;
  const time = timeColumn(query);
  if (time === null || rows.length < count || figure.kind === 'box') return [];
  if (figure.kind !== 'table' && figure.label !== time.at) return [];
  return STEPS_ABOVE[time.fineness].flatMap((by) => {
    const groups = new Set(rows.map((row) => stepOf(row[time.at], by))).size;
    return groups > 1 && groups < rows.length ? WAYS.map((as) => ({ by, as })) : [];
  });
}

/** The result with a row for each step, from the earliest to the latest. */
export function inSteps(query: RanQuery, { by, as }: TimeSteps): RanQuery {
  const time = timeColumn(query);
  if (time === null) return query;
  const groups = Map.groupBy(query.rows, (row) => stepOf(row[time.at], by));
  const rows = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([step, grouped]) =>
      query.columns.map((_name, at) => (at === time.at ? step : summarise(grouped, at, as))),
    );
  return { ...query, rows, count: rows.length };
}

/** The one column of times, if all others have numbers. */
function timeColumn({ columns, rows }: RanQuery): { at: number; fineness: Period } | null {
  const cellsOf = (at: number): Cell[] => rows.map((row) => row[at] ?? null);
  const worded = [...columns.keys()].filter((at) => cellsOf(at).some((cell) => typeof cell === 'string'));
  const [at] = worded;
  if (at === undefined || worded.length > 1) return null;
  const fineness = finenessOf(cellsOf(at));
  return fineness && { at, fineness };
}

/** `2026-03`, `2026-Q1` or `2026`, of `2026-03-31` or what is as coarse. */
function stepOf(label: Cell | undefined, by: TimeSteps['by']): string {
  const [year = '', part = ''] = String(label).split('-');
  if (by === 'year') return year;
  if (by === 'month') return `${year}-${part}`;
  return `${year}-Q${Math.ceil(Number(part) / 3)}`;
}

/** Null where there is no number: nothing isn't zero. */
function summarise(rows: readonly (readonly Cell[])[], at: number, as: TimeSteps['as']): number | null {
  const numbers = rows.flatMap((row) => (typeof row[at] === 'number' ? [row[at]] : []));
  if (numbers.length === 0) return null;
  const total = numbers.reduce((sum, number) => sum + number, 0);
  return withoutNoise(as === 'total' ? total : total / numbers.length);
}

/** Cuts what binary fractions add: 0.1 + 0.2 is 0.3. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));

export const isSameStep = (one: TimeSteps | null, other: TimeSteps | null): boolean =>
  one?.by === other?.by && one?.as === other?.as;
