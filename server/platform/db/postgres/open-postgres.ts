import type { Log } from '#server/lib/log.ts';
import { createDatabase, DEFAULT_LIMIT } from '../create-database.ts';
import { type Database, DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { PostgresDriver } from './driver.ts';
import { settleTls } from './tls.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq parameters such as `sslmode`. */
  readonly url: string;
  readonly log: Log;
  /** Besides the listening one. */
  readonly maxConnections?: number;
  /** Maximum requests waiting for a connection; more are rejected with 53300. */
  readonly maxQueue?: number;
  /** Default timeout of a statement in milliseconds. */
  readonly limit?: number;
}

/** Older versions lack features that migrations use, such as `security_invoker` views and `nulls not distinct`. */
const OLDEST_VERSION = 150_000;

/** Opens a database on a PostgreSQL server. Throws if it is unreachable or too old. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { log, limit = DEFAULT_LIMIT, maxConnections = 10, maxQueue = 10_000 } = options;
  const url = await settleTls(options.url);
  const driver = await PostgresDriver.open({ ...options, url, limit, maxConnections, maxQueue }).catch(
    (cause: unknown) => {
      if (cause instanceof DatabaseError && cause.code !== LOST) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new DatabaseError(LOST, `can't reach the database: ${why}`, { cause });
    },
  );
  const database = createDatabase(driver, { log, limit });
  try {
    await assertVersion(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function assertVersion(database: Database): Promise<void> {
  const [row] = await database.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if (row && row.number >= OLDEST_VERSION) return;
  throw new Error(`Errand needs PostgreSQL 15 or newer, but this server is ${row?.name}`);
}
