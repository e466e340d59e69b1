import { type AnalysisState, isAnswered } from './analysis-state.ts';
import { knownCurrencies } from './known-currencies.ts';
import { followColumns } from './lineage/follow-columns.ts';
import type { Made } from './lineage/made.ts';

/** What is known of the units of results. */
export interface Origins {
  /** Of the tables. */
  readonly currencies: ReadonlySet<string>;
  /** What the columns of each result are made of, by the number of its query; none where that cannot be followed. */
  readonly columns: ReadonlyMap<number, readonly Made[]>;
}

export function originsOf({ tables, asked }: Pick<AnalysisState, 'tables' | 'asked'>): Origins {
  const followed = asked
    .filter(isAnswered)
    .map(({ n, sql }) => [n, followColumns(sql, tables ?? []) ?? []] as const);
  return { currencies: knownCurrencies(tables), columns: new Map(followed) };
}
