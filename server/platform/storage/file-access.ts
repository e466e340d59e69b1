import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { blobKey } from './blobs.ts';
import type { Upload } from './read-upload.ts';
import type { BlobParts } from './storage-parts.ts';
import { storeObject } from './store-object.ts';

/** A stored object, limited to what the server's own code needs. */
export interface KnownFile {
  readonly bucket: string;
  /** Its name in the bucket. */
  readonly path: string;
  /** File name given by its owner; null if none. */
  readonly title: string | null;
  readonly size: number;
  /** Changes with the content. */
  readonly etag: string;
}

/** File access for the server itself, with its own rights: the caller must check ownership. */
export interface FileAccess {
  /** Returns the existing ones, in no particular order. */
  find(bucket: string, paths: readonly string[]): Promise<KnownFile[]>;
  /** Returns the bytes; null if the object is gone, has been replaced, or exceeds `maxBytes`. */
  read(file: Pick<KnownFile, 'bucket' | 'path' | 'etag'>, maxBytes: number): Promise<Buffer | null>;
  /** Replaces an existing object, so that it may be repeated. */
  write(file: NewFile): Promise<void>;
  /** Writes content of any length as a stream, replacing an existing object. */
  writeStream(file: NewStream): Promise<void>;
  /** Ignores missing objects. */
  remove(bucket: string, paths: readonly string[]): Promise<void>;
}

export interface NewStream extends Omit<NewFile, 'bytes'> {
  readonly body: ReadableStream<Uint8Array>;
}

export interface NewFile {
  readonly bucket: string;
  readonly path: string;
  readonly owner: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const row = z.object({
  bucket: z.string(),
  path: z.string(),
  version: z.string(),
  title: z.string().nullable(),
  size: z.number(),
  etag: z.string(),
});

const SELECT = `select bucket_id as bucket, name as path, version, user_metadata ->> 'name' as title,
    (metadata ->> 'size')::double precision as size, metadata ->> 'eTag' as etag
  from storage.objects where version is not null and bucket_id = $1 and name = any ($2::text[])`;

export function createFileAccess(parts: BlobParts): FileAccess {
  const { database, objectStore } = parts;

  async function rowsOf(bucket: string, paths: readonly string[]): Promise<z.output<typeof row>[]> {
    return z.array(row).parse(await database.query(SELECT, [bucket, paths]));
  }

  return {
    find: async (bucket, paths) =>
      (await rowsOf(bucket, paths)).map(({ version: _version, ...known }) => known),

    async read({ bucket, path, etag }, maxBytes) {
      const [known] = await rowsOf(bucket, [path]);
      if (!known || known.etag !== etag || known.size > maxBytes) return null;
      const body = await objectStore.get(blobKey(known.version));
      return body && (await buffer(body));
    },

    async write({ bucket, path, owner, type, bytes }) {
      const upload = uploadOf(type, ReadableStream.from([new Uint8Array(bytes)]));
      await storeObject(parts, { bucket, name: path, owner, upsert: true }, upload, bytes.length);
    },

    async writeStream({ bucket, path, owner, type, body }) {
      const target = { bucket, name: path, owner, upsert: true };
      await storeObject(parts, target, uploadOf(type, body), Number.POSITIVE_INFINITY);
    },

    async remove(bucket, paths) {
      await database.transaction(async (tx) => {
        await tx.query("select set_config('storage.allow_delete_query', 'true', true)");
        // A trigger marks the bytes as loose, and the next sweep deletes them.
        await tx.query('delete from storage.objects where bucket_id = $1 and name = any ($2::text[])', [
          bucket,
          paths,
        ]);
      });
    },
  };
}

function uploadOf(mimeType: string, body: ReadableStream<Uint8Array>): Upload {
  return {
    mimeType,
    cacheControl: 'max-age=3600',
    userMetadata: null,
    body,
    finish: async () => {},
    readRest: async () => {},
  };
}
