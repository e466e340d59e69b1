import { z } from 'zod';
import { blobKey, discardBlobs, newVersion } from './blobs.ts';
import { assertObjectName } from './object-name.ts';
import { readBody } from './read-body.ts';
import { MIME_TYPE } from './read-upload.ts';
import { trueType } from './sniff-type.ts';
import { refusals } from './storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';
import { assertMayWrite, rulesOf, watchHead, writeRow } from './store-object.ts';
import { findAsCaller, type StoredObject } from './stored-object.ts';

const CACHE_CONTROL = /^[\w=, -]{1,200}$/;

const addresses = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
});
const copying = addresses.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .strictObject({
      cacheControl: z.string().regex(CACHE_CONTROL, 'must be a Cache-Control header').optional(),
      mimetype: z.string().regex(MIME_TYPE, 'must be a mime type').optional(),
    })
    .nullish(),
});

interface Destination {
  readonly bucket: string;
  readonly name: string;
}

/** `POST /object/move`: renames the row and leaves the bytes in place, so nothing can be lost. */
export async function moveObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  const body = await readBody(call.request, addresses);
  const { source, destination } = await resolve(parts, call, body);
  const [moved] = await runAs(parts, call, {
    text: `update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2 returning id`,
    values: [source.bucket_id, source.name, destination.bucket, destination.name],
  });
  const id = moved?.rows[0]?.['id'];
  if (id === undefined) throw refusals.noSuchKey();
  return Response.json({
    message: 'Successfully moved',
    Id: id,
    Key: `${destination.bucket}/${destination.name}`,
  });
}

/** `POST /object/copy`: requires the right to read the source and to write the destination. */
export async function copyObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  const body = await readBody(call.request, copying);
  const { source, destination } = await resolve(parts, call, body);
  // Use the request's metadata instead of the source's, so that what the source's owner wrote isn't copied.
  const isNew = body.copyMetadata === false;
  const upsert = call.request.headers.get('x-upsert') === 'true';
  const target = { ...destination, owner: call.caller.userId, upsert };
  const { mimetype = source.metadata.mimetype, cacheControl = source.metadata.cacheControl } =
    (isNew && body.metadata) || {};
  if (isNew) (await rulesOf(parts, target.bucket)).assertMimeType(mimetype);
  await assertMayWrite(parts, call, target, mimetype);
  const version = await newVersion(parts);
  try {
    const bytes = await parts.objectStore.get(blobKey(source.version));
    if (!bytes) throw refusals.noSuchKey();
    const { body: copied, head } = watchHead(bytes);
    await parts.objectStore.put(blobKey(version), copied, { maxBytes: source.metadata.size });
    const metadata = {
      ...source.metadata,
      cacheControl,
      mimetype: trueType(mimetype, head()),
      lastModified: new Date().toISOString(),
    };
    const about = isNew ? null : source.user_metadata;
    const { id, replaced } = await writeRow(parts, target, version, metadata, about);
    await discardBlobs(parts, [replaced]);
    const { bucket, name } = destination;
    return Response.json({
      Id: id,
      Key: `${bucket}/${name}`,
      id,
      name,
      bucket_id: bucket,
      metadata,
      version,
    });
  } catch (error) {
    await discardBlobs(parts, [version]);
    throw error;
  }
}

/** Resolves the source as the caller sees it, and a destination bucket that accepts it. */
async function resolve(
  parts: StorageParts,
  call: StorageCall,
  body: z.infer<typeof addresses>,
): Promise<{ source: StoredObject; destination: Destination }> {
  if (body.sourceVersionId != null) throw refusals.invalidRequest('Versions of objects are not supported');
  const [sourceKey, name] = [body.sourceKey, body.destinationKey].map((key) => key.replace(/^\/+/, ''));
  const destination = { bucket: body.destinationBucket ?? body.bucketId, name: name ?? '' };
  assertObjectName(destination.name);
  const source = await findAsCaller(parts, { ...call, bucket: body.bucketId, name: sourceKey ?? '' });
  const rules = await rulesOf(parts, destination.bucket);
  rules.assertMimeType(source.metadata.mimetype);
  if (source.metadata.size > rules.maxBytes) throw refusals.tooLarge();
  return { source, destination };
}
