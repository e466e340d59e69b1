import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { ensurePgliteTemplate } from './pglite-template.ts';

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** A fresh database with all migrations, for one test file. Close it in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return clonePglite();
}

async function clonePglite(): Promise<TestDatabase> {
  const home = mkdtempSync(path.join(tmpdir(), 'errand-test-'));
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const folder = path.join(home, 'database');
  try {
    cpSync(await ensurePgliteTemplate(), folder, { recursive: true });
    const database = await openPglite({ folder, log: silentLog });
    return {
      database,
      async close() {
        await database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
