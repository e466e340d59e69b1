import type { Database } from '#server/platform/db/database.ts';

/** Removes expired archives, and gives up abandoned ones. */
export async function removeOldExports(database: Database): Promise<void> {
  await database.query('select private.remove_old_exports()');
}
