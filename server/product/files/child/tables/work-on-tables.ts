import type { TableIssue } from '#domain/analysis/table-issue.ts';
import type { QueryTablesJob } from '../../file-job.ts';
import {
  COLUMNS_SHOWN,
  type QueryOutcome,
  TABLES_SHOWN,
  type TableFacts,
  type TableSource,
} from '../../table-facts.ts';
import { askSandbox } from './ask-sandbox.ts';
import { profileTable } from './profile-table.ts';
import type { LostPart } from './raw-table.ts';
import { readSources } from './read-sources.ts';
import { openSandbox } from './sql-sandbox.ts';

export async function profileTables(sources: readonly TableSource[]): Promise<TableFacts[]> {
  const tables: TableFacts[] = [];
  const lost = await readSources(sources, (table) => tables.push(profileTable(table)));
  return withUnread(tables, lost);
}

/** Reports each outcome at once, so that it survives if a later query takes down the process. */
export async function queryTables(
  { sources, queries }: QueryTablesJob,
  tell: (part: 'loaded' | QueryOutcome) => void,
): Promise<null> {
  const sandbox = await openSandbox((add) => readSources(sources, add));
  tell('loaded');
  for (const sql of queries) tell(askSandbox(sandbox, sql));
  return null;
}

/** Reports unread parts of a file at its first table; of a file without tables, at the first table of all. */
function withUnread(tables: readonly TableFacts[], lost: readonly LostPart[]): TableFacts[] {
  return tables.map((table, at) => {
    const told = lost.filter(({ params: { file } }) => {
      const first = tables.findIndex((each) => each.file === file);
      return at === Math.max(0, first);
    });
    const unseen: TableIssue[] = [];
    if (at >= TABLES_SHOWN) unseen.push({ key: 'not_asked', params: { shown: TABLES_SHOWN } });
    const columns = table.columns.length - COLUMNS_SHOWN;
    if (at < TABLES_SHOWN && columns > 0)
      unseen.push({ key: 'columns_not_asked', params: { columns, shown: COLUMNS_SHOWN } });
    return { ...table, issues: [...table.issues, ...told, ...unseen] };
  });
}
