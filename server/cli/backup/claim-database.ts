import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { openDatabase } from '../../open/database.ts';
import { type Database, DatabaseError } from '../../platform/db/database.ts';
import { lockFolder } from '../../platform/db/pglite/folder-lock.ts';

/** Nobody else can open the database until it is released. */
export interface DatabaseClaim {
  /** null: it is embedded, and its files lie still. */
  readonly server: Database | null;
  release(): Promise<void>;
  /** Releases, and leaves nothing behind where there is no database. */
  abandon(): Promise<void>;
}

/** Null where a program has it. */
export async function claimDatabase(config: Config): Promise<DatabaseClaim | null> {
  try {
    if (config.database.kind === 'pglite') {
      const lock = lockFolder(config.database.folder);
      return { server: null, release: async () => lock.release(), abandon: async () => lock.remove() };
    }
    const server = await openDatabase(config, { log: silentLog, alone: true });
    const release = async (): Promise<void> => void (await server.close(5_000));
    return { server, release, abandon: release };
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55006') return null;
    throw error;
  }
}
