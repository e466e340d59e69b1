import type { AnsweredQuery, PlannedChart, PlannedQuery } from './state.ts';

type Result = Pick<AnsweredQuery['outcome'], 'columns' | 'own'>;

/** Names of the columns that a pivot has made: values of the tables. */
export const pivotedColumns = ({ columns, own = columns.length }: Result): string[] => columns.slice(own);

/** Returns for each column its name in the query: that of the values, for those that its pivot has made. */
export function queriedColumns({ pivot }: Pick<PlannedQuery, 'pivot'>, result: Result): string[] {
  const { columns, own = columns.length } = result;
  return columns.map((name, at) => (at < own ? name : (pivot?.value ?? name)));
}

/** Names all columns that a pivot has made where a chart names the one that they come from. */
export function pivotedChart(
  { chart, pivot }: Pick<PlannedQuery, 'chart' | 'pivot'>,
  result: Result,
): PlannedChart | null {
  if (chart === null || pivot === null) return chart;
  const isPivoted = (name: string): boolean => name.trim().toLowerCase() === pivot.value.trim().toLowerCase();
  return {
    ...chart,
    values: chart.values.flatMap((name) => (isPivoted(name) ? pivotedColumns(result) : [name])),
  };
}
