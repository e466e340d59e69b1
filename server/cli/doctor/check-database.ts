import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { MIGRATIONS, openDatabase } from '../../open/database.ts';
import { type Database, DatabaseError } from '../../platform/db/database.ts';
import { compareMigrations } from '../../platform/db/migrate.ts';
import { checkServer } from './check-server.ts';
import type { Finding } from './doctor.ts';

const part = 'database';
const wrong = (found: string): Finding => ({ state: 'wrong', part, found });
const note = (found: string): Finding => ({ state: 'note', part, found });

/** Opens the database without changing anything. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const name = config.database.kind === 'pglite' ? 'embedded' : 'PostgreSQL';
  if (config.database.kind === 'pglite' && !existsSync(config.database.folder)) {
    return [note('embedded: will be created at the first start')];
  }
  let database: Database;
  try {
    database = await openDatabase(config, { log: silentLog });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55006') {
      return [{ state: 'ok', part, found: `${name}: open in another program` }];
    }
    return [wrong(`${name}: ${error instanceof Error ? error.message : String(error)}`)];
  }
  try {
    const finding = (await checkRights(database, name)) ?? (await checkMigrations(database, name));
    const around = config.database.kind === 'pglite' ? [] : await checkServer(config.database, database);
    return finding.state === 'ok' ? [finding, ...around, ...(await lookForLostFiles(database))] : [finding];
  } finally {
    await database.close(5_000);
  }
}

async function checkRights(database: Database, name: string): Promise<Finding | null> {
  const [user] = await database.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  );
  return user?.may ? null : wrong(`${name}: its user isn't allowed to create roles`);
}

async function checkMigrations(database: Database, name: string): Promise<Finding> {
  const { pending, refusal } = await compareMigrations(database, MIGRATIONS);
  if (refusal !== null) return wrong(`${name}: ${refusal}`);
  if (pending.length > 0) {
    const beside = pending.every(({ expands }) => expands) ? ', beside older processes' : '';
    const files = pending.length === 1 ? '1 file' : `${pending.length} files`;
    return note(`${name}: will be updated at the next start (${files}${beside})`);
  }
  return { state: 'ok', part, found: `${name}: up to date` };
}

/** What the last nightly check of the store for files found. */
async function lookForLostFiles(database: Database): Promise<Finding[]> {
  const [check] = await database.query<{ lost: number; versions: string[]; day: string }>(
    `select lost::int as lost, lost_versions as versions, to_char(checked_at, 'YYYY-MM-DD') as day
     from private.file_checks where lost > 0`,
  );
  if (!check) return [];
  const found = `${check.lost} missing from their store on ${check.day}: ${check.versions.join(', ')}`;
  return [{ state: 'wrong', part: 'files', found }];
}
