import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { openDatabaseAlone } from '../../open/database.ts';
import { type Database, DatabaseError } from '../../platform/db/database.ts';
import { lockFolder } from '../../platform/db/pglite/folder-lock.ts';

/** Exclusive access to the database until it is released. */
export interface DatabaseClaim {
  /** Null for the embedded database, whose files are not in use. */
  readonly server: Database | null;
  release(): Promise<void>;
  /** Releases, and removes the lock file if there is no database. */
  abandon(): Promise<void>;
}

/** Claims the database. Null if another program has it open. */
export async function claimDatabase(config: Config): Promise<DatabaseClaim | null> {
  try {
    if (config.database.kind === 'pglite') {
      const lock = lockFolder(config.database.folder);
      return { server: null, release: async () => lock.release(), abandon: async () => lock.remove() };
    }
    const server = await openDatabaseAlone(config, { log: silentLog });
    const release = async (): Promise<void> => void (await server.close(5_000));
    return { server, release, abandon: release };
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55006') return null;
    throw error;
  }
}
