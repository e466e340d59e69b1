import type { Database } from '#server/platform/db/database.ts';

/** Removes archives that have had their day, and gives up those that nobody works on any more. */
export async function removeOldExports(database: Database): Promise<void> {
  await database.query('select private.remove_old_exports()');
}
