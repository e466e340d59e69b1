import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { MIGRATIONS, openDatabase } from '../open/database.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { chooseDefaultGrants } from '../platform/db/default-grants.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type ActResult, OperatorError } from '../product/operator/operator-act.ts';
import { assertInstallation } from './backup/assert-installation.ts';

const input = z.object({ file: z.string() });
/** Milliseconds; indexing a large table takes a while. */
const LIMIT = 600_000;
/** The search path that SQL written for Supabase expects. */
const PATH = 'set search_path = public, extensions; ';

/**
 * Runs an SQL file as the database's own user: for the embedded database, which no other program can open. In one
 * transaction, unless the file has its own `begin` and `commit`. Throws OperatorError.
 */
export async function runSql(config: Config, given: Readonly<Record<string, unknown>>): Promise<ActResult> {
  const { data } = input.safeParse(given);
  if (!data) throw new OperatorError('Which file? Usage: errand sql --file tables.sql');
  const sql = read(data.file);
  assertInstallation(config);
  const database = await open(config);
  try {
    await migrate(database, { folders: MIGRATIONS, log: silentLog });
    await chooseDefaultGrants(database, { grants: config.dataApi.defaultGrants, log: silentLog });
    const [, ...results] = await database.exec(PATH + sql, { limit: LIMIT });
    const rows = results.at(-1)?.rows ?? [];
    return { statements: results.length, ...(rows.length > 0 && { rows }) };
  } catch (error) {
    throw error instanceof DatabaseError ? refusal(data.file, sql, error) : error;
  } finally {
    await database.close(5_000);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(`Couldn't read ${file}`, { cause });
  }
}

async function open(config: Config): Promise<Database> {
  try {
    return await openDatabase(config, { log: silentLog });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '55006') throw error;
    throw new OperatorError('A server has the embedded database open. Stop it first.', { cause: error });
  }
}

function refusal(file: string, sql: string, error: DatabaseError): OperatorError {
  const { position, detail, hint } = error.details;
  const line =
    position === undefined ? '' : `, line ${sql.slice(0, position - PATH.length).split('\n').length}`;
  const more = [detail, hint].filter((text) => text !== undefined).map((text) => `\n${text}`);
  return new OperatorError(`${file}${line}: ${error.message} (${error.code})${more.join('')}`, {
    cause: error,
  });
}
