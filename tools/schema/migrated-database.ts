import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { ensurePgliteTemplate } from '#tests/engines/pglite-template.ts';

/** Runs `read` on a database of its own that has all migrations and nothing else. Always PGlite: one version, one output. */
export async function onMigratedDatabase<T>(read: (database: Database) => Promise<T>): Promise<T> {
  const template = await ensurePgliteTemplate();
  const home = mkdtempSync(path.join(tmpdir(), 'errand-schema-'));
  try {
    const folder = path.join(home, 'database');
    cpSync(template, folder, { recursive: true });
    const database = await openPglite({ folder, log: silentLog });
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
