import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { MIGRATIONS, openDatabase } from '../open/database.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { OPERATOR_ACTS } from '../product/operator/acts.ts';
import { type ActResult, performAct } from '../product/operator/operator-act.ts';
import { noteErasedAccounts } from '../product/recovery/erased-accounts.ts';
import { askServer } from './ask-server.ts';
import { afterRestore } from './backup/after-restore.ts';
import { assertInstallation } from './backup/assert-installation.ts';
import { backUp } from './backup/back-up.ts';
import { restore } from './backup/restore.ts';
import { doctor } from './doctor/doctor.ts';
import { runSql } from './run-sql.ts';

/**
 * What is done to an installation as a whole, by this process itself: no running server is asked, and no row of the
 * audit is written, which would change what is looked at.
 */
const INSTALLATION_COMMANDS: ReadonlyMap<
  string,
  (config: Config, input: Readonly<Record<string, unknown>>) => Promise<ActResult>
> = new Map([
  ['backup', backUp],
  ['restore', restore],
  ['after-restore', afterRestore],
  ['migrate', migrateDatabase],
  ['doctor', doctor],
  ['sql', runSql],
]);

/**
 * Does what was asked: by this process itself where the installation is meant as a whole, else in its database, or
 * where the running server has the embedded one to itself, through the server. Throws OperatorError.
 */
export async function perform(
  config: Config,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ActResult> {
  const own = INSTALLATION_COMMANDS.get(name);
  if (own) return own(config, input);
  assertInstallation(config);
  const act = OPERATOR_ACTS.get(name);
  if (!act) throw new Error(`there is no act ${name}`);
  // Before anything is opened: what is typed wrongly is said at once.
  act.prepare(input);
  const database = await openUnlessHeld(config);
  if (database === 'held') return askServer(config, name, input);
  try {
    // A server of this version may be open on the same PostgreSQL; migrations wait for each other.
    await migrate(database, { folders: MIGRATIONS, log: silentLog });
    const result = await performAct({ database, catalogue: config.catalogue }, act, input);
    await noteErasedAccounts(database, config.erasedAccountsFile);
    return result;
  } finally {
    await database.close(5_000);
  }
}

async function openUnlessHeld(config: Config): Promise<Database | 'held'> {
  try {
    return await openDatabase(config, { log: silentLog, alone: false });
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === '55006';
    if (isHeld && config.database.kind === 'pglite') return 'held';
    throw error;
  }
}

/**
 * Brings the database up to this program, as its start would. Throws DatabaseError where a server of this installation
 * runs: one of an older version would go on with tables that it does not know.
 */
async function migrateDatabase(config: Config): Promise<ActResult> {
  assertInstallation(config);
  const database = await openDatabase(config, { log: silentLog, alone: true });
  try {
    const applied = await migrate(database, { folders: MIGRATIONS, log: silentLog });
    return { applied: applied.length, ...(applied.length > 0 && { names: applied.join(', ') }) };
  } finally {
    await database.close(5_000);
  }
}
