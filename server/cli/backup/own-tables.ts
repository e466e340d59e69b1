import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../lib/log.ts';
import { MIGRATIONS } from '../../open/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openPglite } from '../../platform/db/pglite/open-pglite.ts';
import type { CopiedRows } from './copy-rows.ts';
import { findUnknown } from './read-rows.ts';
import { type RowTable, readTables } from './row-tables.ts';

/**
 * Finds tables and columns in copied rows that no migration creates: they were added by hand, and a restore doesn't
 * create them. Compares with a temporary embedded database, on which the same migrations are run; takes some seconds.
 */
export async function findOwnTables({ tables, migrations }: CopiedRows): Promise<string[]> {
  return findUnknown(tables, await tablesAfter(migrations));
}

async function tablesAfter(migrations: ReadonlySet<string>): Promise<RowTable[]> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-tables-'));
  try {
    const database = await openPglite({ folder: join(folder, 'database'), log: silentLog });
    try {
      await migrate(database, { folders: MIGRATIONS, log: silentLog, only: migrations });
      return await database.transaction((tx) => readTables(tx));
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
