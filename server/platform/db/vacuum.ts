import type { Database } from './database.ts';
import { quoteIdentifier } from './protocol/listeners.ts';

/** Below this, the dead rows of a table cost less than looking for them. */
const FEW = 50;
/** PostgreSQL's own autovacuum starts at the same share of dead rows. */
const SHARE = 0.2;
const LIMIT = 60_000;

/**
 * Removes dead rows and renews the planner's statistics, as autovacuum does on a server: PGlite has none. One table
 * at a time, so that nobody waits for longer than one of them takes.
 */
export async function vacuum(database: Database): Promise<void> {
  const tables = await database.query<{ schema: string; name: string }>(
    `select schemaname as schema, relname as name from pg_stat_all_tables
     where schemaname not in ('pg_toast', 'information_schema')
       and greatest(n_dead_tup, n_mod_since_analyze) > $1::float8 + $2::float8 * n_live_tup
     order by schema, name`,
    [FEW, SHARE],
  );
  for (const { schema, name } of tables) {
    const table = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
    await database.exec(`vacuum (analyze) ${table}`, { limit: LIMIT });
  }
}
