import type { ProfileTablesJob, QueryTablesJob } from '../../file-job.ts';
import type { QueryOutcome, TableFacts } from '../../table-facts.ts';
import { askSandbox } from './ask-sandbox.ts';
import { profileTable } from './profile-table.ts';
import { readSources } from './read-sources.ts';
import { openSandbox } from './sql-sandbox.ts';

export async function profileTables({ sources }: ProfileTablesJob): Promise<TableFacts[]> {
  return (await readSources(sources)).map(profileTable);
}

/** Reports each outcome at once, so that it survives if a later query takes down the process. */
export async function queryTables(
  { sources, queries }: QueryTablesJob,
  tell: (part: 'loaded' | QueryOutcome) => void,
): Promise<null> {
  const tables = await readSources(sources);
  const sandbox = openSandbox(tables);
  tell('loaded');
  for (const sql of queries) tell(askSandbox(sandbox, tables, sql));
  return null;
}
