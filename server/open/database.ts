import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { openPglite } from '../platform/db/pglite/open-pglite.ts';
import { openPostgres } from '../platform/db/postgres/open-postgres.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** In the order in which they are applied. */
export const MIGRATIONS = [join(ROOT, 'database/platform'), join(ROOT, 'database/product')];

/** Name that each server claims, shared, for as long as it runs. */
export const SERVING = 'serving';

/** Claimed, shared, around each deletion of a file; a backup claims it for itself. */
export const DELETING = 'deleting files';

/** Opens beside servers and commands. Throws 55006 if another program has the embedded database open. */
export function openDatabase(
  { database, dataApi }: Pick<Config, 'database' | 'dataApi'>,
  { log }: { log: Log },
): Promise<Database> {
  return database.kind === 'pglite'
    ? openPglite({
        folder: database.folder,
        offersExtensions: dataApi.defaultGrants === 'supabase',
        log,
      })
    : openPostgres({ url: database.url, log });
}

/** Throws 55006 if a server has the database open; none can start before it's closed. */
export async function openDatabaseAlone(
  config: Pick<Config, 'database' | 'dataApi'>,
  options: { log: Log },
): Promise<Database> {
  const database = await openDatabase(config, options);
  try {
    // A killed process has it until the server notices.
    if (await database.claim(SERVING, { patience: 2_000 })) return database;
    throw new DatabaseError(
      '55006',
      'the database is in use by another process; stop it, or set another DATABASE_URL',
    );
  } catch (error) {
    await database.close(0);
    throw error;
  }
}
