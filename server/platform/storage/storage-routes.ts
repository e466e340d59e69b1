import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import { downloadObject, downloadPublic, objectInfo, publicInfo } from './download-object.ts';
import { downloadSigned, signObject, signObjects } from './links/signed-download.ts';
import { signUpload, uploadSigned } from './links/signed-upload.ts';
import { listObjects } from './list-objects.ts';
import { listObjectsV2 } from './list-objects-v2.ts';
import { copyObject, moveObject } from './move-object.ts';
import { assertObjectName } from './object-name.ts';
import { checkFirst, readUpload } from './read-upload.ts';
import { removeObject, removeObjects } from './remove-objects.ts';
import { renderObject, renderPublic, renderSigned } from './render/render-image.ts';
import type { StorageCall, StorageParts } from './storage-parts.ts';
import { assertMayWrite, rulesOf, storeInTurn, type Target } from './store-object.ts';

type Handle = (parts: StorageParts, call: StorageCall) => Promise<Response>;

export interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly operation: string;
  /**
   * `caller`: requires a token or key. `visitor`: a token or key, or a public bucket without one.
   * `anyone`: the link or public bucket grants access, and tokens are ignored.
   */
  readonly access: 'caller' | 'visitor' | 'anyone';
  readonly handle: Handle;
}

export const BASE = '/storage/v1';

/** Routes of this API. The first match wins, so specific paths come before the general one. */
export const ROUTES: readonly Route[] = [
  route('POST', '/bucket', 'bucket.create', createBucket),
  route('GET', '/bucket', 'bucket.list', listBuckets),
  route('GET', '/bucket/:bucket', 'bucket.get', getBucket),
  route('PUT', '/bucket/:bucket', 'bucket.update', updateBucket),
  route('POST', '/bucket/:bucket/empty', 'bucket.empty', emptyBucket),
  route('DELETE', '/bucket/:bucket', 'bucket.delete', deleteBucket),

  route('POST', '/object/list-v2/:bucket', 'object.list_v2', listObjectsV2),
  route('POST', '/object/list/:bucket', 'object.list', listObjects),
  route('POST', '/object/move', 'object.move', moveObject),
  route('POST', '/object/copy', 'object.copy', copyObject),

  route('POST', '/object/upload/sign/:bucket/*', 'object.sign_upload_url', signUpload),
  route('PUT', '/object/upload/sign/:bucket/*', 'object.upload_signed', uploadSigned, 'anyone'),
  route('POST', '/object/sign/:bucket/*', 'object.sign', signObject),
  route('POST', '/object/sign/:bucket', 'object.sign_many', signObjects),
  route('GET', '/object/sign/:bucket/*', 'object.get_signed', downloadSigned, 'anyone'),

  route('GET', '/object/info/public/:bucket/*', 'object.info_public', publicInfo, 'anyone'),
  route('GET', '/object/info/authenticated/:bucket/*', 'object.info_authenticated', objectInfo, 'visitor'),
  route('GET', '/object/info/:bucket/*', 'object.info_authenticated', objectInfo, 'visitor'),

  route('GET', '/object/public/:bucket/*', 'object.get_public', downloadPublic, 'anyone'),
  route('GET', '/object/authenticated/:bucket/*', 'object.get_authenticated', downloadObject, 'visitor'),
  route('GET', '/object/:bucket/*', 'object.get_authenticated', downloadObject, 'visitor'),
  route('POST', '/object/:bucket/*', 'object.upload', uploadObject),
  route('PUT', '/object/:bucket/*', 'object.upload_update', replaceObject),
  route('DELETE', '/object/:bucket/*', 'object.delete', removeObject),
  route('DELETE', '/object/:bucket', 'object.delete_many', removeObjects),

  route(
    'GET',
    '/render/image/authenticated/:bucket/*',
    'render.image_authenticated',
    renderObject,
    'visitor',
  ),
  route('GET', '/render/image/public/:bucket/*', 'render.image_public', renderPublic, 'anyone'),
  route('GET', '/render/image/sign/:bucket/*', 'render.image_sign', renderSigned, 'anyone'),
];

function route(
  method: string,
  path: string,
  operation: string,
  handle: Handle,
  access: Route['access'] = 'caller',
): Route {
  const source = path.replace(':bucket', '(?<bucket>[^/]+)').replace('/*', '/(?<name>.+)');
  return {
    method,
    pattern: new RegExp(`^${BASE}${source}/?$`),
    operation: `storage.${operation}`,
    access,
    handle,
  };
}

/** `POST /object/{bucket}/{path}`: creates; replaces with `x-upsert`. */
function uploadObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  return upload(parts, call, call.request.headers.get('x-upsert') === 'true');
}

/** `PUT` on the same path always replaces. */
function replaceObject(parts: StorageParts, call: StorageCall): Promise<Response> {
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
  const { id } = await storeInTurn(parts, target, incoming, rules.maxBytes);
  return Response.json({ Id: id, Key: `${bucket}/${name}` });
}
