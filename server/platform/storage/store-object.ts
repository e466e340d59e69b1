import { TransformStream } from 'node:stream/web';
import { z } from 'zod';
import { ObjectTooLargeError } from '#server/providers/object-store/object-store.ts';
import { transactionAsCaller } from '../db/as-caller.ts';
import { blobKey, discardBlobs, newVersion } from './blobs.ts';
import { checkFirst, type Upload } from './read-upload.ts';
import { bareType, HEAD_BYTES, trueType } from './sniff-type.ts';
import { refusals } from './storage-error.ts';
import { type BlobParts, type StorageCall, type StorageParts, settingsOf } from './storage-parts.ts';
import type { ObjectMetadata } from './stored-object.ts';

/** Destination and owner of an object. */
export interface Target {
  readonly bucket: string;
  readonly name: string;
  /** `sub` of the token; null for keys. */
  readonly owner: string | null;
  readonly upsert: boolean;
}

const bucketRow = z.object({
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
});

/** Limits on the objects of a bucket. */
export interface BucketRules {
  readonly maxBytes: number;
  assertMimeType(type: string): void;
}

/** Returns a bucket's rules. They aren't secret, so its existence may be revealed. */
export async function rulesOf({ database, limits }: StorageParts, bucket: string): Promise<BucketRules> {
  const [row] = await database.query(
    'select file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [bucket],
  );
  if (!row) throw refusals.noSuchBucket();
  const { file_size_limit, allowed_mime_types } = bucketRow.parse(row);
  return {
    maxBytes: Math.min(file_size_limit ?? limits.objectBytes, limits.objectBytes),
    assertMimeType(type) {
      const bare = bareType(type);
      const family = `${bare.split('/')[0]}/*`;
      const isAllowed = allowed_mime_types?.some((allowed) =>
        ['*/*', family, bare].includes(allowed.toLowerCase()),
      );
      if (isAllowed === false) throw refusals.invalidMimeType(type);
    },
  };
}

/**
 * Inserts the row as the caller and rolls it back, so that policies decide before the first byte is stored. They
 * don't see the final row, which is written with the server's rights once the bytes are stored.
 */
export async function assertMayWrite(
  parts: StorageParts,
  call: StorageCall,
  target: Target,
  mimeType: string | null = null,
): Promise<void> {
  const taken = new Error('taken back');
  const { bucket, name, owner, upsert } = target;
  try {
    await transactionAsCaller(
      parts.database,
      call.caller,
      async (tx) => {
        await tx.query(
          `insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ($1, $2, $3::uuid, $3, $4)
           ${upsert ? 'on conflict (bucket_id, name) do update set owner = excluded.owner, metadata = excluded.metadata' : ''}`,
          [bucket, name, owner, mimeType === null ? null : { mimetype: mimeType }],
        );
        throw taken;
      },
      { settings: settingsOf(call) },
    );
  } catch (error) {
    if (error !== taken) throw error;
  }
}

/** Stores an upload of a person behind those that they are sending already. A key's uploads wait for nobody. */
export function storeInTurn(
  parts: StorageParts,
  target: Target,
  upload: Upload,
  maxBytes: number,
): Promise<{ id: string }> {
  const store = () => storeObject(parts, target, upload, maxBytes);
  return target.owner === null ? store() : parts.inTurn(target.owner, store);
}

/**
 * Stores the bytes, then the row. Readers see either the old object or the new one; a failure leaves no file behind.
 */
export async function storeObject(
  parts: BlobParts,
  target: Target,
  upload: Upload,
  maxBytes: number,
): Promise<{ id: string }> {
  const version = await checkFirst(upload, () => newVersion(parts));
  try {
    const { body, head } = watchHead(upload.body);
    const { size, md5 } = await parts.objectStore.put(blobKey(version), body, { maxBytes });
    await upload.finish();
    const metadata = metadataOf(upload, size, md5, head());
    const written = await writeRow(parts, target, version, metadata, upload.userMetadata);
    await discardBlobs(parts, [written.replaced]);
    return { id: written.id };
  } catch (error) {
    await discardBlobs(parts, [version]);
    throw error instanceof ObjectTooLargeError ? refusals.tooLarge() : error;
  }
}

function metadataOf(upload: Upload, size: number, md5: string, head: Buffer): ObjectMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype: trueType(upload.mimeType, head),
    cacheControl: upload.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

const writtenRow = z.object({ id: z.string(), replaced: z.string().nullable() });

/** Writes the row; a trigger marks the new version as used and the replaced one as loose. */
export async function writeRow(
  { database }: BlobParts,
  { bucket, name, owner, upsert }: Target,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: Record<string, unknown> | null,
): Promise<z.infer<typeof writtenRow>> {
  const [, written] = await database.batch([
    // Serializes uploads of one name: the second must see the first's row to know what it replaces.
    { text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`storage ${bucket}/${name}`] },
    {
      text: `
        with replaced as (select version from storage.objects where bucket_id = $1 and name = $2)
        insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
        values ($1, $2, $3::uuid, $3, $4, $5, $6) ${upsert ? ON_CONFLICT_REPLACE : ''}
        returning id, (select version from replaced) as replaced`,
      values: [bucket, name, owner, version, metadata, userMetadata],
    },
  ]);
  return writtenRow.parse(written?.rows[0]);
}

const ON_CONFLICT_REPLACE = `on conflict (bucket_id, name) do update set version = excluded.version,
  metadata = excluded.metadata, user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id`;

/** Passes bytes through and keeps the first few for type detection. */
export function watchHead(source: Upload['body']): { body: Upload['body']; head: () => Buffer } {
  let head = Buffer.alloc(0);
  const watcher = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
      controller.enqueue(chunk);
    },
  });
  return { body: source.pipeThrough(watcher), head: () => head };
}
