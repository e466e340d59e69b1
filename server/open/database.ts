import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { type Database, DatabaseError, type Reader } from '../platform/db/database.ts';
import { openPglite } from '../platform/db/pglite/open-pglite.ts';
import { openPostgres } from '../platform/db/postgres/open-postgres.ts';
import { Standby } from '../platform/db/postgres/standby.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** In the order in which they are applied. */
export const MIGRATIONS = [join(ROOT, 'database/platform'), join(ROOT, 'database/product')];

/** Name that each server claims, shared, for as long as it runs. */
export const SERVING = 'serving';

/** Claimed, shared, around each deletion of a file; a backup claims it for itself. */
export const DELETING = 'deleting files';

type DatabaseParts = Pick<Config, 'database' | 'dataApi' | 'role'>;

/** Opens for a server. Throws 55006 if another program has the embedded database open. */
export function openServedDatabase(
  { database, dataApi, role }: DatabaseParts,
  { log }: { log: Log },
): Promise<Database> {
  return database.kind === 'pglite'
    ? openPglite({
        folder: database.folder,
        offersExtensions: dataApi.defaultGrants === 'supabase',
        log,
      })
    : openPostgres({
        url: database.url,
        directUrl: database.directUrl,
        log,
        maxConnections: database.pools[role],
      });
}

/** What answers lists instead of the primary. Null unless configured. It connects by the first question. */
export function openStandby(
  { database, role }: DatabaseParts,
  { primary, log }: { readonly primary: Reader; readonly log: Log },
): Standby | null {
  if (database.kind === 'pglite' || database.readUrl === null) return null;
  return new Standby({ url: database.readUrl, primary, log, maxConnections: database.pools[role] });
}

/** Opens for a command, beside servers, past a pooler: commands set what others don't expect in a session. */
export function openDatabase(config: DatabaseParts, options: { log: Log }): Promise<Database> {
  const { database } = config;
  const direct = database.kind === 'pglite' ? database : { ...database, url: database.directUrl };
  return openServedDatabase({ ...config, database: direct }, options);
}

/** Throws 55006 if a server has the database open; none can start before it's closed. */
export async function openDatabaseAlone(config: DatabaseParts, options: { log: Log }): Promise<Database> {
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
