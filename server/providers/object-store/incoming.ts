import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { isNoSpace } from '#server/lib/disk-space.ts';
import { newToken } from '#server/lib/ids.ts';
import { nullIfMissing } from './missing-file.ts';
import { ObjectTooLargeError } from './object-store.ts';

/** Bytes written between checks of the disk space. */
const CHECK_EVERY = 1024 * 1024;
/** Milliseconds after which an incomplete file belongs to a dead process. */
const ABANDONED = 60 * 60_000;

export interface ReceiveOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly size: number;
  /** In hex. */
  readonly md5: string;
}

/** A complete file that isn't stored yet. */
export interface ReceivedFile extends Received {
  readonly path: string;
}

/** A folder for files that are being received. However slow a sender is, it takes no memory. */
export interface Incoming {
  /**
   * Writes a body to a file, which `keep` moves or copies to its place. What is left of it is removed. Throws
   * ObjectTooLargeError and DiskFullError.
   */
  receive(
    body: ReadableStream<Uint8Array>,
    options: ReceiveOptions,
    keep: (file: ReceivedFile) => Promise<void>,
  ): Promise<Received>;
  /** Removes what dead processes left. */
  removeAbandoned(): Promise<void>;
}

export interface IncomingOptions {
  readonly folder: string;
  /** Throws if writes are rejected. */
  readonly assertRoom: () => Promise<void>;
  /** Whether a file must survive a power failure before it's kept. */
  readonly isSynced: boolean;
}

export async function openIncoming({ folder, assertRoom, isSynced }: IncomingOptions): Promise<Incoming> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const removeAbandoned = async (): Promise<void> => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another process may finish or remove it at the same time.
      const found = await stat(path).catch(nullIfMissing);
      if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(path, { force: true });
    }
  };
  await removeAbandoned();

  async function write(
    path: string,
    body: ReadableStream<Uint8Array>,
    options: ReceiveOptions,
  ): Promise<Received> {
    const file = await open(path, 'wx', 0o600);
    try {
      const received = await writeAll(file, body, { ...options, assertRoom });
      if (isSynced) await file.sync();
      return received;
    } finally {
      await file.close();
    }
  }

  return {
    removeAbandoned,
    async receive(body, options, keep) {
      const path = join(folder, newToken(16));
      try {
        const received = await write(path, body, options);
        await keep({ path, ...received });
        return received;
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

async function writeAll(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
  { maxBytes, signal, assertRoom }: ReceiveOptions & { readonly assertRoom: () => Promise<void> },
): Promise<Received> {
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
  return { size, md5: hash.digest('hex') };
}
