import { sendObject } from './send-object.ts';
import { refusals, StorageError } from './storage-error.ts';
import type { StorageCall, StorageParts } from './storage-parts.ts';
import { findAnyway, findAsCaller, isPublicBucket, type StoredObject } from './stored-object.ts';

/**
 * `GET /object/{bucket}/{path}` and `/object/authenticated/…`: objects the caller may see; anything in a public
 * bucket.
 */
export async function downloadObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  return sendObject(parts, call, () => findReadable(parts, call), { isPrivate: true });
}

/** `GET /object/public/{bucket}/{path}`: needs no token. A private bucket is answered like a missing one. */
export async function downloadPublic(parts: StorageParts, call: StorageCall): Promise<Response> {
  if (!(await isPublicBucket(parts, call.bucket))) throw refusals.noSuchBucket();
  return sendObject(parts, call, () => findAnyway(parts, call.bucket, call.name), { isPrivate: false });
}

/** `GET /object/info/{bucket}/{path}` and `/object/info/authenticated/…` */
export async function objectInfo(parts: StorageParts, call: StorageCall): Promise<Response> {
  return Response.json(toInfo(await findReadable(parts, call)));
}

/** `GET /object/info/public/{bucket}/{path}` */
export async function publicInfo(parts: StorageParts, call: StorageCall): Promise<Response> {
  if (!(await isPublicBucket(parts, call.bucket))) throw refusals.noSuchBucket();
  return Response.json(toInfo(await findAnyway(parts, call.bucket, call.name)));
}

/** Finds an object the caller may see; any object in a public bucket. */
export async function findReadable(parts: StorageParts, call: StorageCall): Promise<StoredObject> {
  if ((call.url.searchParams.get('versionId') ?? '') !== '') {
    throw refusals.invalidRequest('Versions of objects are not supported');
  }
  try {
    return await findAsCaller(parts, call);
  } catch (error) {
    const isMissing = error instanceof StorageError && error.code === 'NoSuchKey';
    if (!isMissing || !(await isPublicBucket(parts, call.bucket))) throw error;
    return findAnyway(parts, call.bucket, call.name);
  }
}

function toInfo({ metadata, ...object }: StoredObject): object {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: metadata.lastModified,
    created_at: object.created_at,
  };
}
