import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../../config/read-storage.ts';
import { newToken } from '../../lib/ids.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { openS3Folder, type S3Folder } from '../../providers/object-store/s3/folder.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import { type BackupContents, MANIFEST, parseManifest, writeManifest } from './backup-manifest.ts';
import type { FoundBackup, NewBackup } from './backup-place.ts';
import { digesting } from './copy-file.ts';
import { nameFailures } from './name-store.ts';

/** Each holds a part of a file in memory, twice at times. */
const AT_ONCE = 4;
const DATA = 'data/';
const UNFINISHED = 'unfinished-';

/**
 * Makes a backup in a folder of a bucket, with the same names as on a disk. Files are sent as they're read. Throws
 * OperatorError.
 */
export async function createInBucket(place: S3Config, patience?: RetryOptions): Promise<NewBackup> {
  const folder = nameFailures(await openS3Folder(place, patience), place.name);
  const mark = `${UNFINISHED}${newToken(6)}`;
  try {
    await claim(folder, place, mark);
  } catch (error) {
    folder.close();
    throw error;
  }
  const remove = async (beginning: string): Promise<void> => {
    for await (const { name } of folder.list()) if (name.startsWith(beginning)) await folder.delete(name);
  };

  return {
    name: place.name,
    atOnce: AT_ONCE,
    // The list of contents has them.
    makeFolder() {},
    async write(path, body) {
      const { chunks, written } = digesting(body);
      await folder.put(`${DATA}${path}`, chunks);
      return written();
    },
    remove: (path) => remove(`${DATA}${path}/`),
    async complete(contents) {
      await assertStored(folder, place, contents);
      await folder.put(MANIFEST, [Buffer.from(writeManifest(contents))]);
      return unmark(folder, mark);
    },
    discard: () => remove(''),
    close: () => folder.close(),
  };
}

/**
 * Takes an empty folder. Whoever looks after having left a mark sees everybody who did so before, so that two may both
 * give up, but never write into one folder.
 */
async function claim(folder: S3Folder, { name }: S3Config, mark: string): Promise<void> {
  await folder.put(mark, [Buffer.from(`${new Date().toISOString()}\n`)]);
  try {
    const others: string[] = [];
    for await (const other of folder.list()) if (other.name !== mark) others.push(other.name);
    if (others.length > 0) throw new OperatorError(`${name} ${whatIsThere(others)}`);
  } catch (error) {
    // If this fails too, the first error is the one to report.
    await folder.delete(mark).catch(() => {});
    throw error;
  }
}

function whatIsThere(names: readonly string[]): string {
  if (names.includes(MANIFEST)) return 'already has a backup. Choose a new folder.';
  if (!names.some((name) => name.startsWith(UNFINISHED))) return "isn't empty. Choose a new folder.";
  return 'has a backup that is being made, or that broke off. Choose a new folder, or remove it if it broke off.';
}

/** Looks at what the store itself says that it has. */
async function assertStored(
  folder: S3Folder,
  { name: place }: S3Config,
  { files }: BackupContents,
): Promise<void> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of folder.list()) sizes.set(name, size);
  const lost = files.find(({ path, size }) => sizes.get(`${DATA}${path}`) !== size);
  if (lost) throw new OperatorError(`${place} has confirmed ${lost.path}, but doesn't have it.`);
}

/** The backup is complete, whether or not this key may remove anything. */
async function unmark(folder: S3Folder, mark: string): Promise<string | null> {
  try {
    await folder.delete(mark);
    return null;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return `${mark} couldn't be removed, and does no harm. ${error.message}`;
  }
}

/** Throws OperatorError. */
export async function findInBucket(place: S3Config, patience?: RetryOptions): Promise<FoundBackup> {
  const folder = nameFailures(await openS3Folder(place, patience), place.name);
  try {
    const list = await folder.get(MANIFEST);
    if (list === null) throw new OperatorError(`No backup found in ${place.name}.`);
    const text = (await buffer(list)).toString();
    return {
      name: place.name,
      contents: parseManifest(text, `${place.name}/${MANIFEST}`),
      atOnce: AT_ONCE,
      read: (path) => folder.get(`${DATA}${path}`),
      close: () => folder.close(),
    };
  } catch (error) {
    folder.close();
    throw error;
  }
}
