import { z } from 'zod';
import type { Config } from '../../config.ts';
import { isNoSpace } from '../../lib/disk-space.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import { assertInstallation } from './assert-installation.ts';
import type { BackupContents } from './backup-manifest.ts';
import { createBackup, type NewBackup } from './backup-place.ts';
import { copyDatabase } from './copy-database.ts';
import { bucketsOf, copyObjects } from './copy-objects.ts';
import { type CopiedRows, copyRows } from './copy-rows.ts';
import { type Copied, copyTree } from './copy-tree.ts';
import { isHeldBeside } from './held-beside.ts';
import { type HeldInstallation, holdInstallation } from './hold-installation.ts';
import { findOwnTables } from './own-tables.ts';

/** `folder`: a path, or the address of a folder in a bucket. */
export const folderInput = z.strictObject({ folder: z.string().trim().min(1) });

const backupInput = folderInput.extend({ withoutBucket: z.boolean().default(false) });

const DATABASE = 'database';
/** Rows are copied before files, so a file that a row refers to must exist; other files may come and go. */
const FILES = 'objects/files/';
const NOT_RESTORED =
  "their rows are in the backup, but they aren't Errand's and a restore won't create them. See docs/operating.md.";
/** Incomplete uploads, which no row refers to. */
const UNFINISHED = /^objects\/incoming\//;

/**
 * Copies the whole data folder (embedded database, files and keys) and the files in a bucket to a new place, which is a
 * backup only when all of it is there. A server may keep running without anyone waiting, and the copy has everything
 * acknowledged before the start.
 * Throws OperatorError.
 */
export async function backUp(
  config: Config,
  input: Readonly<Record<string, unknown>>,
  patience?: RetryOptions,
): Promise<ActResult> {
  const { folder, withoutBucket } = backupInput.parse(input);
  assertInstallation(config);
  const backup = await createBackup(config, folder, patience);
  try {
    return await makeBackup(config, backup, withoutBucket);
  } catch (error) {
    throw inWords(backup, error, await leftOf(backup));
  } finally {
    backup.close();
  }
}

async function makeBackup(config: Config, backup: NewBackup, withoutBucket: boolean): Promise<ActResult> {
  const held = await holdInstallation(config);
  try {
    const { contents, rows } = await copyAll(config, held, { to: backup, withoutBucket });
    await held.assertHeld();
    const note = await backup.complete(contents);
    const own = rows ? await findOwnTables(rows) : [];
    return {
      backup: backup.name,
      files: contents.files.length,
      bytes: contents.files.reduce((sum, { size }) => sum + size, 0),
      ...leftOut(config, withoutBucket),
      ...(own.length > 0 && { warning: `${own.join(', ')}: ${NOT_RESTORED}` }),
      ...(note !== null && { note }),
    };
  } finally {
    await held.release();
  }
}

/** Removes a backup that failed. Returns what is left of it, null if nothing. */
async function leftOf(backup: NewBackup): Promise<string | null> {
  try {
    await backup.discard();
    return null;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return `What was sent is still there, and isn't a backup: remove ${backup.name}.`;
  }
}

function inWords({ name }: NewBackup, error: unknown, left: string | null): unknown {
  const tell = (message: string): OperatorError =>
    new OperatorError([message, 'No backup was made.', left].filter((part) => part !== null).join(' '), {
      cause: error,
    });
  if (error instanceof OperatorError) return tell(error.message);
  return isNoSpace(error) ? tell(`There is no room for it in ${name}.`) : error;
}

/**
 * Copies the database first: the files it refers to aren't deleted during the backup, and it doesn't refer to later
 * ones.
 */
async function copyAll(
  config: Config,
  held: HeldInstallation,
  { to, withoutBucket }: { readonly to: NewBackup; readonly withoutBucket: boolean },
): Promise<{ readonly contents: BackupContents; readonly rows: CopiedRows | null }> {
  const { dataDir, database } = config;
  const made_at = new Date().toISOString();
  const parts: Copied[] = [];
  let rows: CopiedRows | null = null;
  if (database.kind === 'pglite') parts.push(await copyDatabase(database.folder, to, DATABASE));
  else {
    rows = await held.withDatabase((server) => copyRows(server, to));
    parts.push(rows);
  }
  const rest = await copyTree(dataDir, to, {
    skips: (path) => path === DATABASE || isHeldBeside(path) || UNFINISHED.test(path),
    mayVanish: (path) => !path.startsWith(FILES),
  });
  parts.push(rest);
  if (!withoutBucket) parts.push(await copyObjects(config, to, rest));
  const contents: BackupContents = {
    format: 1,
    made_at,
    folders: parts.flatMap(({ folders }) => folders),
    files: parts.flatMap(({ files }) => files),
  };
  return { contents, rows };
}

/** Says what is not in the backup. */
function leftOut(config: Config, withoutBucket: boolean): Record<string, unknown> {
  const buckets = bucketsOf(config).map(({ name }) => name);
  if (!withoutBucket || buckets.length === 0) return {};
  return {
    left_out: `the files in ${buckets.join(' and ')}. Without them, this backup restores tasks and accounts, but no file: keep the bucket's old versions for as long as the backup, or a copy of it.`,
  };
}
