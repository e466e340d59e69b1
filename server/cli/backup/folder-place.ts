import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { newToken } from '../../lib/ids.ts';
import { flushTree } from '../../platform/db/pglite/flush.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { MANIFEST, parseManifest, writeManifest } from './backup-manifest.ts';
import type { FoundBackup, NewBackup } from './backup-place.ts';
import { writeNew } from './copy-file.ts';

/** Makes a backup in a new folder, which appears when it's complete. Throws OperatorError. */
export function createInFolder(folder: string, dataDir: string): NewBackup {
  const target = resolve(folder);
  assertFree(target, dataDir);
  const unfinished = `${target}.new-${newToken(6)}`;
  const data = join(unfinished, 'data');
  mkdirSync(data, { recursive: true });
  const discard = async (): Promise<void> => rmSync(unfinished, { recursive: true, force: true });

  return {
    name: target,
    atOnce: 1,
    makeFolder: (path) => void mkdirSync(join(data, path), { recursive: true }),
    write: (path, body) => writeNew(body, join(data, path)),
    remove: async (path) => rmSync(join(data, path), { recursive: true, force: true }),
    async complete(contents) {
      writeFileSync(join(unfinished, MANIFEST), writeManifest(contents), { flag: 'wx' });
      flushTree(unfinished);
      giveWay(target);
      renameSync(unfinished, target);
      return null;
    },
    discard,
    close() {},
  };
}

/** Another backup may have been made there in the meantime. */
function giveWay(target: string): void {
  if (!existsSync(target)) return;
  try {
    rmdirSync(target); // fails unless it's empty
  } catch (cause) {
    throw new OperatorError(`${target} already exists. Choose a new folder.`, { cause });
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

/** Throws OperatorError. */
export function findInFolder(folder: string): FoundBackup {
  const backup = resolve(folder);
  const name = join(backup, MANIFEST);
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (cause) {
    throw new OperatorError(`No backup found in ${backup}.`, { cause });
  }
  return {
    name: backup,
    contents: parseManifest(text, name),
    atOnce: 1,
    async read(path) {
      const file = join(backup, 'data', path);
      return existsSync(file) ? createReadStream(file) : null;
    },
    close() {},
  };
}
