import { assertObjectName } from './object-name.ts';
import { checkFirst, readUpload } from './read-upload.ts';
import type { StorageCall, StorageParts } from './storage-parts.ts';
import { assertMayWrite, rulesOf, storeObject, type Target } from './store-object.ts';

/** `POST /object/{bucket}/{path}`: creates, and replaces where `x-upsert` says so. */
export function uploadObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  return upload(parts, call, call.request.headers.get('x-upsert') === 'true');
}

/** `PUT` on the same address always replaces. */
export function replaceObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  return upload(parts, call, true);
}

async function upload(parts: StorageParts, call: StorageCall, upsert: boolean): Promise<Response> {
  const { bucket, name, caller } = call;
  assertObjectName(name);
  const target: Target = { bucket, name, owner: caller.userId, upsert };
  const rules = await rulesOf(parts, bucket);
  const incoming = await readUpload(call.request, rules.maxBytes);
  await checkFirst(incoming, async () => {
    rules.assertMimeType(incoming.mimeType);
    await assertMayWrite(parts, call, target, incoming.mimeType);
  });
  const { id } = await storeObject(parts, target, incoming, rules.maxBytes);
  return Response.json({ Id: id, Key: `${bucket}/${name}` });
}
