import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { eachAtOnce } from '../../lib/at-once.ts';
import { isNoSpace } from '../../lib/disk-space.ts';
import { newToken } from '../../lib/ids.ts';
import { openDataDir } from '../../open/data-dir.ts';
import { flushTree } from '../../platform/db/pglite/flush.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import { markRestored } from '../../product/recovery/restored-mark.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import { folderInput } from './back-up.ts';
import type { BackupContents } from './backup-manifest.ts';
import { type FoundBackup, findBackup } from './backup-place.ts';
import { claimDatabase } from './claim-database.ts';
import { writeNew } from './copy-file.ts';
import { ROWS } from './copy-rows.ts';
import { collectErased, erasedInput, writeCollected } from './erased-list.ts';
import { isHeldBeside } from './held-beside.ts';
import { loadRows } from './load-rows.ts';

const restoreInput = folderInput.extend(erasedInput.shape);
/** Moved into place last, because without it there is no installation yet. */
const DATABASE = 'database';

/**
 * Restores a backup to a new place. Verifies every byte against the manifest; on any difference nothing is restored.
 * What happened since the backup is reconciled at the next start. Throws OperatorError.
 */
export async function restore(
  config: Config,
  input: Readonly<Record<string, unknown>>,
  patience?: RetryOptions,
): Promise<ActResult> {
  const { folder, erased } = restoreInput.parse(input);
  const backup = await findBackup(config, folder, patience);
  try {
    return await restoreFound(config, backup, erased);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    throw new OperatorError(`There is no room for the backup in ${config.dataDir}. Nothing was restored.`, {
      cause: error,
    });
  } finally {
    backup.close();
  }
}

/** Throws OperatorError. */
export async function restoreFound(
  config: Config,
  backup: FoundBackup,
  erased: string | undefined,
): Promise<ActResult> {
  const { contents } = backup;
  const { dataDir } = config;
  const collected = collectErased(config, erased);
  assertSameKind(config, contents);
  const made = openDataDir(dataDir);
  const claim = await claimDatabase(config);
  if (!claim) throw new OperatorError(`Another program has the database in ${dataDir} open. Stop it first.`);
  let isRestored = false;
  try {
    if (readdirSync(dataDir).some((name) => !isHeldBeside(name))) {
      throw new OperatorError(`${dataDir} isn't empty. Restore into an empty folder.`);
    }
    // Inside the folder, which may be a mount point, so that nothing could be renamed onto it.
    const unfinished = join(dataDir, `.restored-${newToken(6)}`);
    try {
      await copyAll(backup, unfinished);
      flushTree(unfinished);
      if (claim.server) await loadRows(claim.server, join(unfinished, ROWS));
      const move = (name: string): void => renameSync(join(unfinished, name), join(dataDir, name));
      const isLate = (name: string): boolean => name === DATABASE || name === ROWS;
      for (const name of readdirSync(unfinished)) if (!isLate(name)) move(name);
      writeCollected(config, collected);
      markRestored(dataDir);
      if (!claim.server) move(DATABASE);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    isRestored = true;
    const { files, made_at } = contents;
    return {
      restored: dataDir,
      made_at,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      ...whatToDo(config, contents),
    };
  } finally {
    await (isRestored || existsSync(join(dataDir, DATABASE)) ? claim.release() : claim.abandon());
    if (made !== null && !isRestored) removeEmpty(dataDir, made);
  }
}

/** Nothing was written to a bucket, which may be in use: the restored files are in the data folder. */
function whatToDo({ storage }: Config, { files }: BackupContents): Record<string, unknown> {
  if (storage.kind !== 's3' || !files.some(({ path }) => path.startsWith('objects/files/'))) return {};
  return {
    next: `the files are in ${join('objects', 'files')} of the data folder, and nothing in ${storage.name} was changed. Start Errand with STORAGE_OTHER_URL=disk, which finds them in either place, and run move-files.`,
  };
}

/** A database on a server contains its keys, an embedded one has them in a file: they aren't interchangeable. */
function assertSameKind({ database }: Config, { folders }: BackupContents): void {
  if (database.kind === 'pglite' && folders.includes(ROWS)) {
    throw new OperatorError(
      'This backup is from a PostgreSQL server. Set DATABASE_URL to an empty database.',
    );
  }
  if (database.kind === 'postgres' && folders.includes(DATABASE)) {
    throw new OperatorError('This backup is from an embedded database. Restore it without DATABASE_URL.');
  }
}

/** Removes the folders created for a failed restore, unless someone else's file is in them. */
function removeEmpty(from: string, to: string): void {
  for (let folder = from; readdirSync(folder).length === 0; folder = dirname(folder)) {
    rmdirSync(folder);
    if (folder === to) return;
  }
}

async function copyAll(backup: FoundBackup, to: string): Promise<void> {
  const { contents, atOnce } = backup;
  mkdirSync(to);
  for (const folder of contents.folders) mkdirSync(join(to, folder), { recursive: true });
  await eachAtOnce(contents.files, atOnce, async ({ path, size, sha256 }) => {
    const body = await backup.read(path);
    if (!body) throw new OperatorError(`${path} is missing from the backup, so nothing was restored.`);
    const copied = await writeNew(body, join(to, path));
    if (copied.size !== size || copied.sha256 !== sha256) {
      throw new OperatorError(`${path} in the backup has been changed or damaged, so nothing was restored.`);
    }
  });
}
