import { z } from 'zod';
import type { Row } from '../db/database.ts';
import { refusals } from './storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';

/** Object metadata, in the official service's format. */
const metadata = z.object({
  /** Quoted, as in the header. */
  eTag: z.string(),
  size: z.number(),
  mimetype: z.string(),
  cacheControl: z.string(),
  lastModified: z.string(),
  contentLength: z.number(),
  httpStatusCode: z.literal(200),
});
export type ObjectMetadata = z.infer<typeof metadata>;

const storedObject = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  version: z.string(),
  metadata,
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  last_accessed_at: z.date(),
});
export type StoredObject = z.infer<typeof storedObject>;

const SELECT = `select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
  from storage.objects where bucket_id = $1 and name = $2 and version is not null`;

/** Finds the object as the caller sees it. An invisible one is answered exactly like a missing one. */
export async function findAsCaller(parts: StorageParts, call: StorageCall): Promise<StoredObject> {
  const [found] = await runAs(parts, call, { text: SELECT, values: [call.bucket, call.name] });
  return onlyObject(found?.rows);
}

/** Finds the object regardless of the caller: for signed links and public buckets. */
export async function findAnyway(parts: StorageParts, bucket: string, name: string): Promise<StoredObject> {
  return onlyObject(await parts.database.query(SELECT, [bucket, name]));
}

/** False for both a private and a missing bucket: strangers must not be able to tell them apart. */
export async function isPublicBucket(parts: StorageParts, bucket: string): Promise<boolean> {
  const rows = await parts.database.query('select 1 as one from storage.buckets where id = $1 and public', [
    bucket,
  ]);
  return rows.length > 0;
}

function onlyObject(rows: readonly Row[] = []): StoredObject {
  const [row] = rows;
  if (!row) throw refusals.noSuchKey();
  return storedObject.parse(row);
}
