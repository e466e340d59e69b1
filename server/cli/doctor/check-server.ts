import type { PostgresConfig } from '../../config/read-database.ts';
import { silentLog } from '../../lib/log.ts';
import { SERVING } from '../../open/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { Standby } from '../../platform/db/postgres/standby.ts';
import type { Finding } from './doctor.ts';

const part = 'database';

/** Checks what is around a database on a PostgreSQL server: its connections, and its standby. */
export async function checkServer(config: PostgresConfig, database: Database): Promise<Finding[]> {
  return [await countConnections(config, database), ...(await lookAtStandby(config, database))];
}

/** What a process opens past a pooler: for listening, and for scripts. */
const BESIDE_POOLER = 3;

/** How many connections the server has for this user, and how many processes serve: each has claimed that. */
const CONNECTIONS = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(u.rolconnlimit, -1), nullif(d.datconnlimit, -1)) as offered,
    (select count(*)::int from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 1 and l.database = d.oid and l.mode = 'ShareLock' and l.granted
        and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended($1, 0)) as processes
  from pg_roles u, pg_database d where u.rolname = current_user and d.datname = current_database()`;

async function countConnections(config: PostgresConfig, database: Database): Promise<Finding> {
  const [row] = await database.query<{ offered: number; processes: number }>(CONNECTIONS, [SERVING]);
  const { offered = 0, processes = 0 } = row ?? {};
  const command = Math.max(...Object.values(config.pools)) + 1;
  const each = config.directUrl === config.url ? command : BESIDE_POOLER;
  // One more while processes are replaced one after the other.
  const needed = (Math.max(1, processes) + 1) * each + command;
  const found = `PostgreSQL: ${processes} serving, up to ${needed} connections with one more and a command`;
  if (needed <= offered) return { state: 'ok', part, found: `${found}, of ${offered}` };
  const remedy = 'raise max_connections, lower DATABASE_POOL, or use a pooler';
  return { state: 'wrong', part, found: `${found}, but the server has ${offered}: ${remedy}` };
}

async function lookAtStandby({ readUrl }: PostgresConfig, database: Database): Promise<Finding[]> {
  if (readUrl === null) return [];
  const standby = new Standby({ url: readUrl, primary: database, log: silentLog, maxConnections: 2 });
  const problem = await standby.problem();
  await standby.close(0);
  if (problem === null) return [{ state: 'ok', part, found: 'standby: answers lists' }];
  return [{ state: 'wrong', part, found: `standby: ${problem}. The primary answers lists instead` }];
}
