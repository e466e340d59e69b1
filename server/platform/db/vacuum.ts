import type { Database } from './database.ts';
import { quoteIdentifier } from './protocol/listeners.ts';

/** Below this number, dead rows cost less than finding them. */
const MIN_DEAD_ROWS = 50;
/** Fraction of dead rows; the same as PostgreSQL's autovacuum threshold. */
const DEAD_FRACTION = 0.2;
const LIMIT = 60_000;

/**
 * Removes dead rows and updates the planner's statistics, like autovacuum, which PGlite lacks. One table at a time,
 * so that nobody waits longer than for one of them.
 */
export async function vacuum(database: Database): Promise<void> {
  const tables = await database.query<{ schema: string; name: string }>(
    `select schemaname as schema, relname as name from pg_stat_all_tables
     where schemaname not in ('pg_toast', 'information_schema')
       and greatest(n_dead_tup, n_mod_since_analyze) > $1::float8 + $2::float8 * n_live_tup
     order by schema, name`,
    [MIN_DEAD_ROWS, DEAD_FRACTION],
  );
  for (const { schema, name } of tables) {
    const table = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
    await database.exec(`vacuum (analyze) ${table}`, { limit: LIMIT });
  }
}
