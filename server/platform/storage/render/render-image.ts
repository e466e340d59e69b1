import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { TransformStream } from 'node:stream/web';
import { blobKey } from '../blobs.ts';
import { findReadable } from '../download-object.ts';
import { openLink } from '../links/signed-download.ts';
import { headersFor, isUnchanged, type SendOptions } from '../send-object.ts';
import { refusals } from '../storage-error.ts';
import type { StorageCall, StorageParts } from '../storage-parts.ts';
import { findAnyway, isPublicBucket, type StoredObject } from '../stored-object.ts';
import {
  describe,
  formatFor,
  type Transformation,
  transformationSchema,
  type WantedFormat,
} from './transformation.ts';

const WORDS = Object.keys(transformationSchema.shape);
/** Options of the official service; ignoring them would return a different image than requested. */
const UNSUPPORTED = ['gravity', 'x_offset', 'y_offset', 'versionId'];

/** Parses the transformation from the query. Throws StorageError for invalid or repeated parameters. */
function readTransformation(query: URLSearchParams): Transformation {
  const given: Record<string, string> = {};
  for (const word of [...WORDS, ...UNSUPPORTED]) {
    const values = query.getAll(word);
    if (values.length > 1) throw refusals.invalidRequest(`${word}: must be given once`);
    if (values[0] === undefined) continue;
    if (UNSUPPORTED.includes(word)) throw refusals.invalidRequest(`${word} is not supported`);
    given[word] = values[0];
  }
  const read = transformationSchema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refusals.invalidRequest(`${issue?.path.join('.')}: ${issue?.message}`);
}

/** Maximum size of the original, as in the official service. */
const BYTES_MAX = 25 * 1024 * 1024;

/** `GET /render/image/authenticated/{bucket}/{path}`: objects the caller may see; anything in a public bucket. */
export async function renderObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  const transformation = readTransformation(call.url.searchParams);
  return render(parts, call, () => findReadable(parts, call), { transformation, isPrivate: true });
}

/** `GET /render/image/public/{bucket}/{path}`: needs no token. A private bucket is answered like a missing one. */
export async function renderPublic(parts: StorageParts, call: StorageCall): Promise<Response> {
  const transformation = readTransformation(call.url.searchParams);
  if (!(await isPublicBucket(parts, call.bucket))) throw refusals.noSuchBucket();
  const find = () => findAnyway(parts, call.bucket, call.name);
  return render(parts, call, find, { transformation, isPrivate: false });
}

/** `GET /render/image/sign/{bucket}/{path}?token=`: uses the signed transformation and ignores the query's. */
export async function renderSigned(parts: StorageParts, call: StorageCall): Promise<Response> {
  const link = await openLink(parts, call, 'render');
  const find = () => findAnyway(parts, call.bucket, call.name);
  const { transformation = {} } = link;
  return render(parts, call, find, { transformation, isPrivate: true, keepSeconds: link.secondsLeft });
}

interface RenderOptions extends SendOptions {
  readonly transformation: Transformation;
}

async function render(
  parts: StorageParts,
  call: StorageCall,
  find: () => Promise<StoredObject>,
  options: RenderOptions,
): Promise<Response> {
  const { request, url, caller, ip } = call;
  const { transformation } = options;
  const object = await find();
  const format = formatFor(transformation, request.headers.get('accept'));
  const eTag = tagOf(object, transformation, format);
  const { lastModified } = object.metadata;
  const done = describe(transformation);
  const dress = (mimetype: string): Headers => {
    const metadata = { ...object.metadata, mimetype, eTag };
    const headers = headersFor({ ...object, metadata }, url.searchParams.get('download'), options);
    if (done !== '') headers.set('X-Transformations', done);
    headers.set('Accept-Ranges', 'none');
    if (transformation.format === undefined) headers.append('Vary', 'Accept');
    return headers;
  };
  if (isUnchanged(request, { eTag, lastModified })) {
    return new Response(null, { status: 304, headers: dress(object.metadata.mimetype) });
  }
  if (object.metadata.size > BYTES_MAX) {
    throw refusals.noPicture('A picture of more than 25 MB cannot be transformed');
  }
  const { bytes, type } = await parts.pictures.transform({
    person: caller.userId ?? ip,
    signal: request.signal,
    job: async (signal) => ({
      bytes: await bytesOf(parts, object, { find, signal }),
      transformation,
      format,
    }),
  });
  const headers = dress(type);
  headers.set('Content-Length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

/** ETag of the object and its transformation, so that a cached image costs no work. */
function tagOf({ metadata }: StoredObject, transformation: Transformation, format: WantedFormat): string {
  const { width, height, resize, quality } = transformation;
  const made = JSON.stringify([metadata.eTag, width, height, resize, quality, format]);
  return `"${createHash('md5').update(made).digest('hex')}"`;
}

async function bytesOf(
  parts: StorageParts,
  { version }: StoredObject,
  how: { readonly find: () => Promise<StoredObject>; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const body = await parts.objectStore.get(blobKey(version));
  // Ends the body with the signal, which closes the underlying file.
  if (body) return buffer(body.pipeThrough(new TransformStream(), { signal: how.signal }));
  // Replaced while queued: the row now names the new bytes.
  const now = await how.find();
  if (now.version !== version) return bytesOf(parts, now, how);
  parts.log.error('the bytes of an object are missing', { version });
  throw refusals.noSuchKey();
}
