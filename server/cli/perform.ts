import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { MIGRATIONS, openDatabaseAlone } from '../open/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { OPERATOR_ACTS } from '../product/operator/acts.ts';
import { type ActResult, performAct } from '../product/operator/operator-act.ts';
import { noteErasedAccounts } from '../product/recovery/erased-accounts.ts';
import { askServer } from './ask-server.ts';
import { afterRestore } from './backup/after-restore.ts';
import { assertInstallation } from './backup/assert-installation.ts';
import { backUp } from './backup/back-up.ts';
import { rehearse } from './backup/rehearse.ts';
import { restore } from './backup/restore.ts';
import { careForFiles } from './care-for-files.ts';
import { doctor } from './doctor/doctor.ts';
import { openUnlessHeld } from './open-unless-held.ts';
import { runSql } from './run-sql.ts';

/**
 * Commands on the installation as a whole, performed by this process. They neither ask a running server nor write to
 * the audit log, which would change what they look at.
 */
const INSTALLATION_COMMANDS: ReadonlyMap<
  string,
  (config: Config, input: Readonly<Record<string, unknown>>) => Promise<ActResult>
> = new Map([
  ['backup', backUp],
  ['restore', restore],
  ['rehearse', rehearse],
  ['after-restore', afterRestore],
  ['check-files', (config) => careForFiles(config, 'check-files')],
  ['move-files', (config) => careForFiles(config, 'move-files')],
  ['migrate', migrateDatabase],
  ['doctor', doctor],
  ['sql', runSql],
]);

/**
 * Performs a command: in this process if it concerns the whole installation, else in the database, or through the
 * running server if that has the embedded database open. Throws OperatorError.
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
  // Validate before opening anything, so that mistakes are reported at once.
  act.prepare(input);
  const database = await openUnlessHeld(config);
  if (database === 'held') return askServer(config, name, input);
  try {
    // A server of this version may be using the same PostgreSQL; concurrent migrations are serialized.
    await migrate(database, { folders: MIGRATIONS, log: silentLog });
    const result = await performAct({ database, catalogue: config.catalogue }, act, input);
    await noteErasedAccounts(database, config.erasedAccountsFile);
    return result;
  } finally {
    await database.close(5_000);
  }
}

/**
 * Migrates the database as the program's start would. Throws DatabaseError if a server is running on it: one of an
 * older version would continue with tables it doesn't know.
 */
async function migrateDatabase(config: Config): Promise<ActResult> {
  assertInstallation(config);
  const database = await openDatabaseAlone(config, { log: silentLog });
  try {
    const applied = await migrate(database, { folders: MIGRATIONS, log: silentLog });
    return { applied: applied.length, ...(applied.length > 0 && { names: applied.join(', ') }) };
  } finally {
    await database.close(5_000);
  }
}
