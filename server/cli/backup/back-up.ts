import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { newToken } from '../../lib/ids.ts';
import { flushTree } from '../../platform/db/pglite/flush.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import { assertInstallation } from './assert-installation.ts';
import { type BackupContents, manifestPath, writeManifest } from './backup-manifest.ts';
import { copyDatabase } from './copy-database.ts';
import { bucketsOf, copyObjects } from './copy-objects.ts';
import { copyRows, ROWS } from './copy-rows.ts';
import { type Copied, copyTree } from './copy-tree.ts';
import { isHeldBeside } from './held-beside.ts';
import { type HeldInstallation, holdInstallation } from './hold-installation.ts';
import { findOwnTables } from './own-tables.ts';

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
 * Copies the whole data folder (embedded database, files and keys) and the files in a bucket to a new place, atomically: on failure no folder
 * appears. A server may keep running without anyone waiting, and the copy has everything acknowledged before the
 * start.
 * Throws OperatorError.
 */
export async function backUp(config: Config, input: Readonly<Record<string, unknown>>): Promise<ActResult> {
  const { folder, withoutBucket } = backupInput.parse(input);
  const target = resolve(folder);
  assertInstallation(config);
  assertFree(target, config.dataDir);
  const held = await holdInstallation(config);
  const unfinished = `${target}.new-${newToken(6)}`;
  try {
    const { files } = await copyAll(config, held, { to: unfinished, withoutBucket });
    await held.assertHeld();
    flushTree(unfinished);
    rmSync(target, { recursive: true, force: true }); // empty, as checked above
    renameSync(unfinished, target);
    const own = config.database.kind === 'postgres' ? await findOwnTables(join(target, 'data', ROWS)) : [];
    return {
      backup: target,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      ...leftOut(config, withoutBucket),
      ...(own.length > 0 && { warning: `${own.join(', ')}: ${NOT_RESTORED}` }),
    };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await held.release();
  }
}

function assertFree(target: string, dataDir: string): void {
  if (`${target}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new OperatorError(`A backup inside ${dataDir} would be lost along with it. Choose another folder.`);
  }
  if (existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0)) {
    throw new OperatorError(`${target} already exists. Choose a new folder.`);
  }
  mkdirSync(dirname(target), { recursive: true });
}

/**
 * Copies the database first: the files it refers to aren't deleted during the backup, and it doesn't refer to later
 * ones.
 */
async function copyAll(
  config: Config,
  held: HeldInstallation,
  { to, withoutBucket }: { readonly to: string; readonly withoutBucket: boolean },
): Promise<BackupContents> {
  const { dataDir, database } = config;
  const made_at = new Date().toISOString();
  const data = join(to, 'data');
  mkdirSync(data, { recursive: true });
  const rows =
    database.kind === 'pglite'
      ? await copyEmbedded(database.folder, data)
      : await held.withDatabase((server) => copyRows(server, data));
  const rest = await copyTree(dataDir, data, {
    skips: (path) => path === DATABASE || isHeldBeside(path) || UNFINISHED.test(path),
    mayVanish: (path) => !path.startsWith(FILES),
  });
  const parts = [rows, rest];
  if (!withoutBucket) parts.push(await copyObjects(config, data, rest));
  const contents: BackupContents = {
    format: 1,
    made_at,
    folders: parts.flatMap(({ folders }) => folders),
    files: parts.flatMap(({ files }) => files),
  };
  writeFileSync(manifestPath(to), writeManifest(contents), { flag: 'wx' });
  return contents;
}

/** Says what is not in the backup. */
function leftOut(config: Config, withoutBucket: boolean): Record<string, unknown> {
  const buckets = bucketsOf(config).map(({ name }) => name);
  if (!withoutBucket || buckets.length === 0) return {};
  return {
    left_out: `the files in ${buckets.join(' and ')}. Without them, this backup restores tasks and accounts, but no file: keep the bucket's old versions for as long as the backup, or a copy of it.`,
  };
}

async function copyEmbedded(folder: string, data: string): Promise<Copied> {
  const { folders, files } = await copyDatabase(folder, join(data, DATABASE));
  const inside = (path: string): string => `${DATABASE}/${path}`;
  return {
    folders: [DATABASE, ...folders.map(inside)],
    files: files.map((file) => ({ ...file, path: inside(file.path) })),
  };
}
