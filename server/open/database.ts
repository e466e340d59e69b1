import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { openPglite } from '../platform/db/pglite/open-pglite.ts';
import { openPostgres } from '../platform/db/postgres/open-postgres.ts';

const ROOT = join(import.meta.dirname, '../..');

/** In the order in which they are applied. */
export const MIGRATIONS = [join(ROOT, 'database/platform'), join(ROOT, 'database/product')];

/** `alone`: throws 55006 if another server has the same PostgreSQL open. The embedded database always does. */
export function openDatabase(
  { database, dataApi }: Pick<Config, 'database' | 'dataApi'>,
  { log, alone }: { log: Log; alone: boolean },
): Promise<Database> {
  return database.kind === 'pglite'
    ? openPglite({
        folder: database.folder,
        offersExtensions: dataApi.defaultGrants === 'supabase',
        log,
      })
    : openPostgres({ url: database.url, log, alone });
}
