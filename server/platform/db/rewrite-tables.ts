import type { Database } from './database.ts';
import { quoteIdentifier } from './protocol/listeners.ts';

/** Timeout of one table; a large one is slow, and the server isn't running. */
const LIMITS = { limit: 6 * 3_600_000 };
/** Maximum number of WAL segments. */
const FILES = 1_000;

/**
 * Rewrites every table to purge deleted rows, which otherwise stay in its file until they are overwritten, and in its
 * column statistics. On the embedded database the WAL is renewed too; on a server, WAL and archive are the
 * administrator's responsibility.
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
  // Without the privilege, PostgreSQL only warns.
  await database.exec('vacuum full pg_catalog.pg_statistic', LIMITS);
  if (database.engine === 'pglite') await renewLog(database);
}

/** Removes old WAL segments, including those already recycled. */
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

/** Names of WAL segments sort by age, including those of recycled ones. */
async function lastFile(database: Database): Promise<string> {
  const [row] = await database.query<{ name: string }>('select max(name) as name from pg_ls_waldir()');
  return row?.name ?? '';
}

async function enterNextFile(database: Database): Promise<string> {
  await database.query('select pg_switch_wal()');
  // A segment is only used, and left, after a record is written to it.
  await database.query("select pg_logical_emit_message(false, 'errand', 'the log is renewed')");
  const [row] = await database.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  return row?.name ?? '';
}
