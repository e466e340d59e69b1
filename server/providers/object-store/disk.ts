import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { newToken } from '#server/lib/ids.ts';
import { type ObjectStore, ObjectTooLargeError } from './object-store.ts';

const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;
/** Milliseconds after which an unfinished file belongs to a process that is gone. */
const ABANDONED = 60 * 60_000;

/** Files under one folder of this machine. A put is a rename of a synced file: a crash leaves all of it or nothing. */
export async function createDiskStore({ folder }: { folder: string }): Promise<ObjectStore> {
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
        const written = await writeFile(unfinished, body, options);
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

async function writeFile(
  path: string,
  body: ReadableStream<Uint8Array>,
  options: { maxBytes: number; signal?: AbortSignal },
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
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5');
  let size = 0;
  // Leaving the loop cancels the body: what is too large is not read to its end.
  for await (const chunk of body) {
    signal?.throwIfAborted();
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLargeError(maxBytes);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  signal?.throwIfAborted();
  await file.sync();
  return { size, md5: hash.digest('hex') };
}

/** A rename survives a power cut only once its folder is synced; the same goes for a folder that is new. */
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
