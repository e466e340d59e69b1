import type { ProfileTablesJob, QueryTablesJob } from '../../file-job.ts';
import type { QueryOutcome, TableFacts } from '../../table-facts.ts';
import { askBench } from './ask-bench.ts';
import { openBench } from './open-bench.ts';
import { profileTable } from './profile-table.ts';
import { readSources } from './read-sources.ts';

export async function profileTables({ sources }: ProfileTablesJob): Promise<TableFacts[]> {
  return (await readSources(sources)).map(profileTable);
}

/** Each outcome is told as it comes: what a query after it breaks is not lost with it. */
export async function queryTables(
  { sources, queries }: QueryTablesJob,
  tell: (part: 'loaded' | QueryOutcome) => void,
): Promise<null> {
  const tables = await readSources(sources);
  const bench = openBench(tables);
  tell('loaded');
  for (const sql of queries) tell(askBench(bench, tables, sql));
  return null;
}
