import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';

/** A program that a test kills is told where its database is: a folder, or the address of a server. */
export function openDatabase(place: string): Promise<Database> {
  return place.startsWith('postgres://')
    ? openPostgres({ url: place, log: silentLog })
    : openPglite({ folder: place, log: silentLog });
}
