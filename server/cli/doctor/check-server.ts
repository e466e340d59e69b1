import type { PostgresConfig } from '../../config/read-database.ts';
import { silentLog } from '../../lib/log.ts';
import { countConnections, MORE_CONNECTIONS } from '../../open/count-connections.ts';
import type { Database } from '../../platform/db/database.ts';
import { Standby } from '../../platform/db/postgres/standby.ts';
import type { Finding } from './doctor.ts';

const part = 'database';

/** Checks what is around a database on a PostgreSQL server: its connections, and its standby. */
export async function checkServer(config: PostgresConfig, database: Database): Promise<Finding[]> {
  return [await describeConnections(config, database), ...(await checkStandby(config, database))];
}

async function describeConnections(config: PostgresConfig, database: Database): Promise<Finding> {
  const { processes, needed, offered } = await countConnections(config, database);
  const found = `PostgreSQL: ${processes} serving, up to ${needed} connections with one more and a command`;
  if (needed <= offered) return { state: 'ok', part, found: `${found}, of ${offered}` };
  return { state: 'wrong', part, found: `${found}, but the server has ${offered}: ${MORE_CONNECTIONS}` };
}

async function checkStandby({ readUrl }: PostgresConfig, database: Database): Promise<Finding[]> {
  if (readUrl === null) return [];
  const standby = new Standby({ url: readUrl, primary: database, log: silentLog, maxConnections: 2 });
  const problem = await standby.problem();
  await standby.close(0);
  if (problem === null) return [{ state: 'ok', part, found: 'standby: answers lists' }];
  return [{ state: 'wrong', part, found: `standby: ${problem}. The primary answers lists instead` }];
}
