import type { Log } from '#server/lib/log.ts';
import { createDatabase, DEFAULT_LIMIT } from '../create-database.ts';
import { type Database, DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { hasSession } from './connection-pool.ts';
import { PostgresDriver } from './driver.ts';
import { examineAddress } from './examine-address.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq parameters such as `sslmode`. */
  readonly url: string;
  /** Past a pooler in transaction mode; the same if unset. */
  readonly directUrl?: string | undefined;
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
const MISSING_DIRECT =
  "DATABASE_URL leads to a connection pooler in transaction mode, which can't keep what Errand listens to and locks. Set DATABASE_DIRECT_URL, too, to the address of the server itself or to a pooler in session mode";
const POOLED_DIRECT =
  'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode. Set it to the address of the server itself, or to a pooler in session mode';
const ANOTHER_DATABASE = 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases';
const UNPREPARED =
  "the connection pooler doesn't keep prepared statements, which makes each statement slower. PgBouncer 1.21 and newer does, with max_prepared_statements above 0";

/** Opens a database on a PostgreSQL server. Throws if it is unreachable or too old. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { log, limit = DEFAULT_LIMIT, maxConnections = 10, maxQueue = 10_000 } = options;
  const driver = await openDriver(options, { log, limit, maxConnections, maxQueue }).catch(
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

async function openDriver(
  { url, directUrl = url }: PostgresOptions,
  options: Required<Omit<PostgresOptions, 'url' | 'directUrl'>>,
): Promise<PostgresDriver> {
  const address = await examineAddress(url, options);
  const direct = directUrl === url ? address : await examineAddress(directUrl, options);
  const refuse = (reason: string): never => {
    throw new DatabaseError('55000', reason);
  };
  if (!hasSession(direct)) refuse(direct === address ? MISSING_DIRECT : POOLED_DIRECT);
  if (direct.database !== address.database) refuse(ANOTHER_DATABASE);
  if (address.pooling === 'unprepared') options.log.warn(UNPREPARED);
  return PostgresDriver.open({ ...options, address, direct });
}

async function assertVersion(database: Database): Promise<void> {
  const [row] = await database.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if (row && row.number >= OLDEST_VERSION) return;
  throw new Error(`Errand needs PostgreSQL 15 or newer, but this server is ${row?.name}`);
}
