import type { Database } from './database.ts';
import { quoteIdentifier } from './protocol/listeners.ts';

/** One table; a large one takes its time, and nobody is served before. */
const LIMITS = { limit: 6 * 3_600_000 };
/** Of the log, at most. */
const FILES = 1_000;

/**
 * Writes every table anew, without the rows that were deleted from it: those stay in its file until something else
 * takes their place, and in the statistics of its columns. The embedded database gives up its log of them, too; on a
 * server, the log and its archive are in the hands of whoever runs it.
 */
export async function rewriteTables(database: Database): Promise<void> {
  const tables = await database.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and pg_has_role(c.relowner, 'usage') order by 1, 2`,
  );
  for (const { schema, name } of tables) {
    await database.exec(`vacuum (full, analyze) ${quoteIdentifier(schema)}.${quoteIdentifier(name)}`, LIMITS);
  }
  // A user who may not is told so by a warning.
  await database.exec('vacuum full pg_catalog.pg_statistic', LIMITS);
  if (database.engine === 'pglite') await renewLog(database);
}

/** Old files of the log are removed, not kept to be written again; so are those that were kept so far. */
async function renewLog(database: Database): Promise<void> {
  await database.exec('set wal_recycle = off');
  try {
    await database.exec('checkpoint', LIMITS);
    const last = await lastFile(database);
    for (let n = 0; n < FILES && (await enterNextFile(database)) <= last; n++);
    await database.exec('checkpoint', LIMITS);
  } finally {
    await database.exec('reset wal_recycle');
  }
}

/** Names of log files sort by age, those that are kept to be written again included. */
async function lastFile(database: Database): Promise<string> {
  const [row] = await database.query<{ name: string }>('select max(name) as name from pg_ls_waldir()');
  return row?.name ?? '';
}

async function enterNextFile(database: Database): Promise<string> {
  await database.query('select pg_switch_wal()');
  // Without a record in it, a file is not entered, and would not be left.
  await database.query("select pg_logical_emit_message(false, 'errand', 'the log is renewed')");
  const [row] = await database.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  return row?.name ?? '';
}
