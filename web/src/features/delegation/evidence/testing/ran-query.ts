import type { Cell, RanQuery } from '#domain/analysis/analysis.ts';

/** A query of an analysis with its whole result. */
export const ranQuery = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  more: Partial<RanQuery> = {},
): RanQuery => ({
  n: 1,
  purpose: '',
  sql: '',
  columns: [...columns],
  units: [],
  joins: [],
  pivot: null,
  rows: rows.map((row) => [...row]),
  count: rows.length,
  read: rows.length,
  ...more,
});
