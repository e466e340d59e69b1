import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { eachAtOnce } from '../../lib/at-once.ts';
import { isNoSpace } from '../../lib/disk-space.ts';
import { openDataDir } from '../../open/data-dir.ts';
import { beginRestore, isWithoutPeople, removeUnfinished } from '../../open/unfinished-restore.ts';
import type { Database } from '../../platform/db/database.ts';
import { flushTree } from '../../platform/db/pglite/flush.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import { markRestored, RESTORED_MARK } from '../../product/recovery/restored-mark.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import { folderInput } from './back-up.ts';
import type { BackupContents } from './backup-manifest.ts';
import { type FoundBackup, findBackup } from './backup-place.ts';
import { claimDatabase, type DatabaseClaim } from './claim-database.ts';
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
    if (claim.server) await assertWithoutPeople(claim.server);
    if (!existsSync(join(dataDir, DATABASE))) removeUnfinished(dataDir);
    if (readdirSync(dataDir).some((name) => !isHeldBeside(name))) {
      throw new OperatorError(`${dataDir} isn't empty. Restore into an empty folder.`);
    }
    const unfinished = beginRestore(dataDir);
    try {
      await copyAll(backup, unfinished.folder);
      flushTree(unfinished.folder);
      const isLate = (name: string): boolean => name === DATABASE || name === ROWS;
      const moved = readdirSync(unfinished.folder).filter((name) => !isLate(name));
      unfinished.move(moved, writtenBeside(config));
      writeCollected(config, collected);
      markRestored(dataDir);
      if (claim.server) await loadRows(claim.server, join(unfinished.folder, ROWS));
      else renameSync(join(unfinished.folder, DATABASE), join(dataDir, DATABASE));
      isRestored = true;
    } finally {
      const isThere = isRestored || (await mayBeThere(claim, dataDir));
      if (!isThere) unfinished.undo();
      if (isRestored || !isThere) unfinished.end();
    }
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

async function assertWithoutPeople(server: Database): Promise<void> {
  if (await isWithoutPeople(server)) return;
  throw new OperatorError("The database at DATABASE_URL isn't empty. Restore into an empty one.");
}

/** Names in the data folder besides those of the backup. */
const writtenBeside = ({ dataDir, erasedAccountsFile: list }: Config): string[] =>
  dirname(list) === dataDir ? [RESTORED_MARK, basename(list)] : [RESTORED_MARK];

/** The server may have committed what it didn't confirm: its rows are worth nothing without the files. */
async function mayBeThere({ server }: DatabaseClaim, dataDir: string): Promise<boolean> {
  if (!server) return existsSync(join(dataDir, DATABASE));
  return !(await isWithoutPeople(server).catch(() => false));
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
