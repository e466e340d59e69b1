import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Target } from './find-target.ts';
import { PageError } from './page-reader.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty unless the status is 200. */
  readonly body: Buffer;
}

export interface PageRequest {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  /** Limit for the bytes both compressed and decompressed: a small file may expand to gigabytes. */
  readonly maxBytes: number;
}

/**
 * Sends one request to a checked address, without following redirects, keep-alive, or anything that identifies the
 * user.
 */
export async function requestPage(target: Target, options: PageRequest): Promise<PageAnswer> {
  const response = await send(target, options);
  try {
    const { statusCode: status = 0, headers } = response;
    const body = status === 200 ? await readBody(response, options) : Buffer.alloc(0);
    return { status, headers, body };
  } finally {
    response.destroy();
  }
}

function send({ url, address, family, port }: Target, options: PageRequest): Promise<IncomingMessage> {
  // Pins the checked address; another lookup could return a different one.
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      agent: false,
      lookup: pinned,
      port,
      signal: options.signal,
      headers: { host: url.host, ...options.headers, 'accept-encoding': 'gzip, deflate, br' },
      maxHeaderSize: 32 * 1024,
    },
    resolve,
  );
  request.once('error', (error) => reject(toPageError(error, options.signal, url)));
  request.end();
  return promise;
}

async function readBody(response: IncomingMessage, { signal, maxBytes }: PageRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of unpacked(response, maxBytes)) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) throw tooLarge();
      parts.push(bytes);
    }
  } catch (error) {
    throw error instanceof PageError ? error : toPageError(error, signal, null);
  }
  return Buffer.concat(parts);
}

function unpacked(response: IncomingMessage, maxBytes: number): Readable {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const unpacker = unpackerFor(response.headers['content-encoding']);
  if (unpacker === null) return response;
  response.on('error', (error) => unpacker.destroy(error));
  unpacker.once('close', () => response.destroy());
  return response.pipe(unpacker);
}

function unpackerFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new PageError('type', `packed in a way that is not known: ${encoding}`);
  }
}

const tooLarge = (): PageError => new PageError('size', 'the page is too large');

function toPageError(error: unknown, signal: AbortSignal, url: URL | null): unknown {
  // Lets the caller distinguish a cancelled run from a slow page.
  if (signal.aborted) return signal.reason;
  return new PageError('unreachable', `no answer from ${url?.host ?? 'the page'}`, error);
}
