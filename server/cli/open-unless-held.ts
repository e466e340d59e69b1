import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { openDatabase } from '../open/database.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';

/** Opens the database; `held` if the embedded one is open in a server, which has to be asked. */
export async function openUnlessHeld(config: Config): Promise<Database | 'held'> {
  try {
    return await openDatabase(config, { log: silentLog });
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === '55006';
    if (isHeld && config.database.kind === 'pglite') return 'held';
    throw error;
  }
}
