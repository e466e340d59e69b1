import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { newToken } from '../lib/ids.ts';
import { flushTree } from '../platform/db/pglite/flush.ts';
import { type ActResult, OperatorError } from '../product/operator/operator-act.ts';
import { assertInstallation } from './assert-installation.ts';
import { type BackupContents, manifestPath, writeManifest } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';
import { holdDatabase, isHeldBeside } from './hold-database.ts';

export const folderInput = z.strictObject({ folder: z.string().trim().min(1) });

/**
 * Copies the whole data folder, embedded database, files and keys, to where nothing is yet: either all of it, or no
 * folder appears. Throws OperatorError while a program has the database open.
 */
export async function backUp(config: Config, input: Readonly<Record<string, unknown>>): Promise<ActResult> {
  const target = resolve(folderInput.parse(input).folder);
  assertInstallation(config);
  const lock = holdDatabase(config);
  try {
    assertFree(target, config.dataDir);
    const unfinished = `${target}.new-${newToken(6)}`;
    try {
      const { files } = await copyAll(config.dataDir, unfinished);
      flushTree(unfinished);
      rmSync(target, { recursive: true, force: true }); // empty, as seen above
      renameSync(unfinished, target);
      return { backup: target, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

function assertFree(target: string, dataDir: string): void {
  if (`${target}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new OperatorError(`A backup inside of ${dataDir} would be lost with it: name another folder.`);
  }
  if (existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0)) {
    throw new OperatorError(`${target} is there already: name a new folder.`);
  }
  mkdirSync(dirname(target), { recursive: true });
}

async function copyAll(from: string, to: string): Promise<BackupContents> {
  const contents: BackupContents = { format: 1, made_at: new Date().toISOString(), folders: [], files: [] };
  mkdirSync(join(to, 'data'), { recursive: true });
  for (const path of pathsIn(from)) {
    const place = join(to, 'data', path);
    const found = statSync(join(from, path));
    if (found.isDirectory()) {
      mkdirSync(place);
      contents.folders.push(path);
    } else if (found.isFile()) {
      contents.files.push({ path, ...(await copyFile(join(from, path), place)) });
    }
  }
  writeFileSync(manifestPath(to), writeManifest(contents), { flag: 'wx' });
  return contents;
}

/** A folder before what is in it. */
function* pathsIn(folder: string, inside = ''): Iterable<string> {
  for (const name of readdirSync(join(folder, inside)).toSorted()) {
    if (inside === '' && isHeldBeside(name)) continue;
    const path = inside === '' ? name : `${inside}/${name}`;
    yield path;
    if (statSync(join(folder, path)).isDirectory()) yield* pathsIn(folder, path);
  }
}
