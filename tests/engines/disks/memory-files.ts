import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createFileAccess, type FileAccess } from '#server/platform/storage/file-access.ts';
import { type ObjectStore, ObjectTooLargeError } from '#server/providers/object-store/object-store.ts';

/** The files of a database whose bytes lie in memory. */
export function createMemoryFiles(database: Database): FileAccess {
  return createFileAccess({ database, objectStore: createMemoryStore(), log: silentLog });
}

export function createMemoryStore(): ObjectStore {
  const objects = new Map<string, Buffer>();
  return {
    async put(key, body, { maxBytes, signal }) {
      const bytes = await buffer(body);
      signal?.throwIfAborted();
      if (bytes.length > maxBytes) throw new ObjectTooLargeError(maxBytes);
      objects.set(key, bytes);
      return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
    },
    async get(key, range) {
      const bytes = objects.get(key);
      if (!bytes) return null;
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return ReadableStream.from([new Uint8Array(part)]);
    },
    async delete(key) {
      objects.delete(key);
    },
    has: async (key) => objects.has(key),
    async *list() {
      for (const [key, { length }] of [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        yield { key, size: length, modified: new Date() };
      }
    },
    removeUnfinished: async () => {},
  };
}

/** A file as the form uploads it. Answers its path. */
export async function attachFile(
  database: Database,
  files: FileAccess,
  owner: { readonly id: string },
  file: { readonly name: string; readonly bytes: Buffer },
): Promise<string> {
  const extension = file.name.split('.').at(-1) ?? 'bin';
  const path = `${owner.id}/${randomBytes(18).toString('base64url')}.${extension}`;
  const type = 'application/octet-stream';
  await files.write({ bucket: ATTACHMENT_BUCKET, path, owner: owner.id, type, bytes: file.bytes });
  await database.query('update storage.objects set user_metadata = $3 where bucket_id = $1 and name = $2', [
    ATTACHMENT_BUCKET,
    path,
    { name: file.name },
  ]);
  return path;
}
