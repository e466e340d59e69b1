import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { MIGRATIONS, openDatabase } from '../open/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { ActResult } from '../product/operator/operator-act.ts';
import { assertInstallation } from './backup/assert-installation.ts';

/**
 * Brings the database up to this program, as its start would. Throws DatabaseError where a server of this installation
 * runs: one of an older version would go on with tables that it does not know.
 */
export async function migrateDatabase(config: Config): Promise<ActResult> {
  assertInstallation(config);
  const database = await openDatabase(config, { log: silentLog, alone: true });
  try {
    const applied = await migrate(database, { folders: MIGRATIONS, log: silentLog });
    return { applied: applied.length, ...(applied.length > 0 && { names: applied.join(', ') }) };
  } finally {
    await database.close(5_000);
  }
}
