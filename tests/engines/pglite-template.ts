import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '#server/lib/log.ts';
import { DatabaseError } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { type FolderLock, lockFolder } from '#server/platform/db/pglite/folder-lock.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { createMemoryFolder } from './disks/memory-folder.ts';
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts';

const cache = path.join(tmpdir(), `errand-test-templates-${userInfo().uid}`);
const UNUSED = 3_600_000;

/** A migrated database that nobody has opened yet, for tests that start and kill processes on it. */
export interface DatabasePlace {
  /** A folder for PGlite, or the address of a database on a server. */
  readonly place: string;
  readonly remove: () => Promise<void>;
}

/**
 * A closed, migrated database folder that may be copied. Making it takes three seconds, so it is kept between runs
 * under the fingerprint of the migrations.
 */
export async function ensurePgliteTemplate(): Promise<string> {
  const template = path.join(cache, migrationsFingerprint());
  mkdirSync(cache, { recursive: true });
  const lock = await lockWhenFree(template);
  try {
    if (!existsSync(template)) await build(template);
    utimesSync(template, new Date(), new Date());
  } finally {
    lock.release();
  }
  return path.join(template, 'database');
}

/** Such a folder for one test, as `database` in a folder of its own. */
export async function copyTemplate(): Promise<DatabasePlace> {
  const template = await ensurePgliteTemplate();
  const home = createMemoryFolder();
  const place = path.join(home, 'database');
  cpSync(template, place, { recursive: true });
  return { place, remove: async () => rmSync(home, { recursive: true, force: true }) };
}

async function build(template: string): Promise<void> {
  removeUnused();
  const unfinished = mkdtempSync(path.join(cache, 'unfinished-'));
  try {
    const database = await openPglite({ folder: path.join(unfinished, 'database'), log: silentLog });
    try {
      await migrate(database, { folders: migrationFolders, log: silentLog });
    } finally {
      await database.close();
    }
    renameSync(unfinished, template);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function removeUnused(): void {
  for (const entry of readdirSync(cache)) {
    const file = path.join(cache, entry);
    if (Date.now() - statSync(file).mtimeMs > UNUSED) rmSync(file, { recursive: true, force: true });
  }
}

async function lockWhenFree(template: string): Promise<FolderLock> {
  for (;;) {
    try {
      return lockFolder(template);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await sleep(200); // another test process is making it
    }
  }
}
