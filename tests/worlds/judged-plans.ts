import { expect } from 'vitest';
import {
  countingQueries,
  type JudgedJoins,
  judgeJoins,
} from '#server/product/ai/tools/data-analysis/joins/judge-joins.ts';
import type { PlannedJoin } from '#server/product/ai/tools/data-analysis/joins/planned-join.ts';
import { askSandbox } from '#server/product/files/child/tables/ask-sandbox.ts';
import { readSources } from '#server/product/files/child/tables/read-sources.ts';
import { openSandbox } from '#server/product/files/child/tables/sql-sandbox.ts';
import { profileTables } from '#server/product/files/child/tables/work-on-tables.ts';
import type { TableSource } from '#server/product/files/table-facts.ts';

export type Judge = (sql: string, joins: readonly PlannedJoin[]) => JudgedJoins;

/** Judges planned queries on real tables, given as CSV by their names. */
export async function openJudge(files: Readonly<Record<string, string>>): Promise<Judge> {
  const sources = Object.entries(files).map(
    ([name, text]): TableSource => ({ kind: 'csv', name: `${name}.csv`, bytes: Buffer.from(text) }),
  );
  const tables = await profileTables(sources);
  const sandbox = await openSandbox((add) => readSources(sources, add));
  const ask = (sql: string) => askSandbox(sandbox, sql);
  return (sql, joins) => {
    // Otherwise the refusal of a query that SQLite refuses, too, would say nothing.
    expect(ask(sql)).toMatchObject({ ok: true });
    const planned = { sql, joins };
    const counted = new Map(countingQueries([planned], tables).map((counting) => [counting, ask(counting)]));
    return judgeJoins(planned, tables, counted);
  };
}

export const plannedJoin = (
  left: string,
  right: string,
  ...keys: readonly [string, string][]
): PlannedJoin => ({
  left,
  right,
  keys: keys.map(([one, other]) => ({ left: one, right: other })),
});
