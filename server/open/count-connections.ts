import type { PostgresConfig } from '../config/read-database.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { SERVING } from './database.ts';

/** What a process opens past a pooler: for listening, and for scripts. */
const BESIDE_POOLER = 3;

export const MORE_CONNECTIONS = 'raise max_connections, lower DATABASE_POOL, or use a pooler';

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

export interface Connections {
  /** That serve at the moment. */
  readonly processes: number;
  /** For all of them, one more while they are replaced one after the other, and a command. */
  readonly needed: number;
  readonly offered: number;
}

export async function countConnections(config: PostgresConfig, database: Database): Promise<Connections> {
  const [row] = await database.query<{ offered: number; processes: number }>(CONNECTIONS, [SERVING]);
  const { offered = 0, processes = 0 } = row ?? {};
  const command = Math.max(...Object.values(config.pools)) + 1;
  const each = config.directUrl === config.url ? command : BESIDE_POOLER;
  return { processes, needed: (Math.max(1, processes) + 1) * each + command, offered };
}

/** Says at the start what would otherwise be found out when everybody is there. */
export async function warnAboutConnections(
  config: PostgresConfig,
  database: Database,
  log: Log,
): Promise<void> {
  const connections = await countConnections(config, database);
  if (connections.needed <= connections.offered) return;
  log.warn(`the database has too few connections for its processes: ${MORE_CONNECTIONS}`, {
    ...connections,
  });
}
