import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { isNoSpace } from '#server/lib/disk-space.ts';
import { newToken } from '#server/lib/ids.ts';
import { type ObjectStore, ObjectTooLargeError } from './object-store.ts';

const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;
/** Bytes written between checks of the disk space. */
const CHECK_EVERY = 1024 * 1024;
/** Milliseconds after which an incomplete file belongs to a dead process. */
const ABANDONED = 60 * 60_000;

export interface DiskStoreOptions {
  readonly folder: string;
  /** Throws if writes are rejected, because the last space on the disk isn't for files. Default: no check. */
  readonly assertRoom?: () => Promise<void>;
}

/** Files in a folder on this machine. A put renames a synced file, so that a crash leaves all of it or nothing. */
export async function createDiskStore({
  folder,
  assertRoom = async () => {},
}: DiskStoreOptions): Promise<ObjectStore> {
  const [files, incoming] = [join(folder, 'files'), join(folder, 'incoming')];
  await mkdir(files, { recursive: true, mode: 0o700 });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);

  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('an object key consists of letters, digits, "-", "_" and "/"');
    return join(files, key);
  };

  return {
    async put(key, body, options) {
      const target = pathOf(key);
      const unfinished = join(incoming, newToken(16));
      try {
        const written = await writeFile(unfinished, body, { ...options, assertRoom });
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(unfinished, target);
        await syncFolders(dirname(target), files);
        return written;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key)).catch(nullWhenMissing);
      if (file === null) return null;
      const stream = file.createReadStream(range ?? {});
      return Readable.toWeb(stream);
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

interface WriteOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  readonly assertRoom: () => Promise<void>;
}

async function writeFile(
  path: string,
  body: ReadableStream<Uint8Array>,
  options: WriteOptions,
): Promise<{ size: number; md5: string }> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await writeAll(file, body, options);
  } finally {
    await file.close();
  }
}

async function writeAll(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
  { maxBytes, signal, assertRoom }: WriteOptions,
): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5');
  let size = 0;
  let checked = -CHECK_EVERY;
  // Read the rest anyway: a client that is still sending would miss the answer.
  let refusal: Error | undefined;
  // Leaving the loop cancels the body: a body that is too large isn't read to the end.
  for await (const chunk of body) {
    signal?.throwIfAborted();
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLargeError(maxBytes);
    if (refusal !== undefined) continue;
    hash.update(chunk);
    try {
      if (size - checked >= CHECK_EVERY) {
        checked = size;
        await assertRoom();
      }
      await file.writeFile(chunk);
    } catch (error) {
      if (!isNoSpace(error)) throw error;
      refusal = error;
    }
  }
  signal?.throwIfAborted();
  if (refusal !== undefined) throw refusal;
  await file.sync();
  return { size, md5: hash.digest('hex') };
}

/** Syncs the folders, since otherwise a rename, or a new folder, may not survive a power failure. */
async function syncFolders(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === to) return;
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
