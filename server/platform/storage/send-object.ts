import { readByteRange } from '../http/byte-range.ts';
import { namesTag } from '../http/entity-tag.ts';
import { blobKey } from './blobs.ts';
import { bareType } from './sniff-type.ts';
import { refusals } from './storage-error.ts';
import type { StorageCall, StorageParts } from './storage-parts.ts';
import type { ObjectMetadata, StoredObject } from './stored-object.ts';

/** Characters that need no encoding in an RFC 5987 value. */
const PLAIN = /[A-Za-z0-9!#$&+.^_`|~-]/;
/** Control characters, and marks that change the text direction: `fdp.exe` must not read `exe.pdf`. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Content-Disposition by RFC 6266: a plain name for old clients and the true one in UTF-8. Only the last path segment
 * is used, so that a client that trusts the name writes into the folder its user chose.
 */
function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = name.toWellFormed().replace(UNSAFE, '').split(/[/\\]/).at(-1)?.trim().slice(0, 200) ?? '';
  if (clean === '' || clean === '.' || clean === '..') return kind;
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = [...Buffer.from(clean)].map(encodeByte).join('');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function encodeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return PLAIN.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Image types that browsers may display inline. Everything else is downloaded, so that markup and scripts never run
 * here.
 */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/**
 * Types that would run as part of our pages if one made a `blob:` URL of them or used them as script or style: they
 * have the pages' own origin, which the CSP allows. Sent as plain text. The odd names are those that browsers still
 * accept as JavaScript (https://mimesniff.spec.whatwg.org/#javascript-mime-type).
 */
const ACTIVE =
  /^(text\/(html|xml|xsl|css)|application\/xml|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*|.*\+xml)$/;

export interface SendOptions {
  /** Excludes shared caches. */
  readonly isPrivate: boolean;
  /** Maximum cache lifetime: the rest of a link's. */
  readonly keepSeconds?: number;
}

/** Answers GET and HEAD with an object, whole, partial, or 304 if the client has it. */
export async function sendObject(
  parts: StorageParts,
  call: StorageCall,
  find: () => Promise<StoredObject>,
  options: SendOptions,
): Promise<Response> {
  const { request, url } = call;
  const object = await find();
  const headers = headersFor(object, url.searchParams.get('download'), options);
  if (isUnchanged(request, object.metadata)) return new Response(null, { status: 304, headers });
  const { size } = object.metadata;
  const range = readByteRange(request.headers, { size, etag: object.metadata.eTag });
  if (range === 'unsatisfiable') throw refusals.invalidRange();
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const body = await parts.objectStore.get(blobKey(object.version), range ?? undefined);
  if (body) return new Response(body, { status, headers });
  // Replaced between reading the row and the bytes: the row now names the new ones. If deleted, the lookup throws.
  const { version } = await find();
  if (version === object.version) {
    parts.log.error('the bytes of an object are missing', { version });
    throw refusals.noSuchKey();
  }
  return sendObject(parts, call, find, options);
}

/** Headers of an object's bytes; a transformed image has similar ones. */
export function headersFor(
  { name, metadata }: Pick<StoredObject, 'name' | 'metadata'>,
  download: string | null,
  options: SendOptions,
): Headers {
  const type = bareType(metadata.mimetype);
  return new Headers({
    'Content-Type': ACTIVE.test(type) ? 'text/plain; charset=utf-8' : metadata.mimetype,
    'Content-Disposition': contentDisposition(
      SHOWN.has(type) && download === null ? 'inline' : 'attachment',
      download || lastPart(name),
    ),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    // Apps on other origins embed images by their links.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Robots-Tag': 'none',
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl(metadata.cacheControl, options),
    ETag: metadata.eTag,
    'Last-Modified': new Date(metadata.lastModified).toUTCString(),
  });
}

function cacheControl(stored: string, { isPrivate, keepSeconds = Infinity }: SendOptions): string {
  const seconds = /^max-age=(\d+)$/.exec(stored)?.[1];
  const kept =
    seconds === undefined ? stored : `max-age=${Math.max(0, Math.min(Number(seconds), keepSeconds))}`;
  return isPrivate ? `private, ${kept}` : kept;
}

/** True if the client's copy is current. */
export function isUnchanged(
  { headers }: Request,
  { eTag, lastModified }: Pick<ObjectMetadata, 'eTag' | 'lastModified'>,
): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) return namesTag(known, eTag);
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  // The header has a resolution of seconds.
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since;
}

function lastPart(name: string): string {
  return name.split('/').at(-1) ?? name;
}
