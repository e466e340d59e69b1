import type { ReadableStream } from 'node:stream/web';
import { ObjectStoreError } from '../object-store.ts';
import { connectS3, type S3Place } from './connection.ts';
import { partsOfStream, upload } from './upload.ts';
import type { RetryOptions } from './with-retries.ts';

/**
 * A folder of files in a bucket, with names as on a disk, for a program that has time. All methods may throw
 * ObjectStoreError, `put` also DiskFullError, ObjectTooLargeError and whatever its body throws.
 */
export interface S3Folder {
  /** Sends a stream, with no more than a part of it in memory. Others see it once it's whole, or never. */
  put(name: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Null if it doesn't exist. Goes on where it broke off. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  delete(name: string): Promise<void>;
  list(): AsyncIterable<{ readonly name: string; readonly size: number }>;
  close(): void;
}

/** A store that restarts is waited for, and a slow line takes minutes for a part. */
const PATIENCE: RetryOptions = { silence: 20_000, attempts: 5, longest: 600_000 };
/** How often reading goes on without having got anything. */
const TRIES = 3;

export async function openS3Folder(place: S3Place, patience: RetryOptions = PATIENCE): Promise<S3Folder> {
  const connection = await connectS3(place, patience);
  const { client, commands, withRetries } = connection;
  const keyOf = (name: string): string => `${place.prefix}${name}`;

  return {
    async put(name, body) {
      const target = { Bucket: place.bucket, Key: keyOf(name) };
      await upload({ client, commands, place: target, signal: undefined, withRetries }, partsOfStream(body));
    },
    async get(name) {
      const found = await connection.get(keyOf(name));
      if (found === null) return null;
      const { body, size } = found;
      return readOn(body, async (at) => {
        const rest = await connection.get(keyOf(name), `bytes=${at}-${size - 1}`);
        if (rest === null) throw new ObjectStoreError('refused', `${name} was removed while it was read`);
        return rest.body;
      });
    },
    delete: (name) => connection.delete(keyOf(name)),
    async *list() {
      for await (const { Key = '', Size = 0 } of connection.list()) {
        yield { name: Key.slice(place.prefix.length), size: Size };
      }
    },
    close: () => client.destroy(),
  };
}

async function* readOn(
  begin: ReadableStream<Uint8Array>,
  from: (at: number) => Promise<ReadableStream<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let body = begin;
  for (let vain = 0; ; ) {
    try {
      for await (const chunk of body) {
        at += chunk.length;
        vain = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      vain += 1;
      if (vain === TRIES) throw error;
      body = await from(at);
    }
  }
}
