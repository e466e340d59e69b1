import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { z } from 'zod';
import { refusals } from './storage-error.ts';

/** A file on its way in, and what its sender says about it. */
export interface Upload {
  readonly mimeType: string;
  /** In the form of the header: `max-age=3600`, `no-cache`. */
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
  readonly body: ReadableStream<Uint8Array>;
  /** After the body: throws when what followed it was not the end of a well-formed request. */
  finish(): Promise<void>;
  /** Instead of the body: reads what is left of the request and drops it, up to the size that is allowed. Never throws. */
  readRest(): Promise<void>;
}

export const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:\s*;[\x20-\x7e]{0,100})?$/;
/** What a form may hold besides the file. */
const FORM_OVERHEAD = 256 * 1024;
const MAX_FIELD = 64 * 1024;
/** Milliseconds for the rest of an upload that is refused; a sender slower than this loses its connection. */
const REST_LIMIT = 10_000;

const userMetadata = z.record(z.string(), z.unknown());

/** Reads the two forms of an upload, a form with one file part or the bare bytes. Throws StorageError. */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  const isForm = /^multipart\/form-data/i.test(type);
  const announced = Number(request.headers.get('content-length') ?? 0);
  // Spares an honest client the transfer; a dishonest one is caught while its bytes are counted.
  if (announced > maxBytes + (isForm ? FORM_OVERHEAD : 0)) throw refusals.tooLarge();
  if (request.headers.get('content-encoding') ?? '') {
    throw refusals.invalidRequest('An upload with a content encoding is not supported');
  }
  return isForm ? readForm(request, type, maxBytes) : readBare(request, type, maxBytes);
}

/**
 * Runs what must pass before the bytes of an upload are stored. When it refuses, the rest of the request is read first:
 * left unread, it would block the connection, and whatever is asked on it next would be cut off with it.
 */
export async function checkFirst<T>(
  upload: Pick<Upload, 'readRest'>,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await Promise.race([upload.readRest(), sleep(REST_LIMIT, undefined, { ref: false })]);
    throw error;
  }
}

function readBare(request: Request, type: string, maxBytes: number): Upload {
  const encoded = request.headers.get('x-metadata');
  const mimeType = assertMimeType(type);
  const userMetadata = encoded === null ? null : parseMetadata(Buffer.from(encoded, 'base64').toString());
  const body = ReadableStream.from(whole(request.body ?? emptyStream()));
  return {
    mimeType,
    cacheControl: cacheControlOf(/max-age=(\d+)/.exec(request.headers.get('cache-control') ?? '')?.[1]),
    userMetadata,
    body,
    finish: async () => {},
    readRest: () => drop(body, maxBytes),
  };
}

async function readForm(request: Request, type: string, maxBytes: number): Promise<Upload> {
  const stopped = new AbortController();
  const parser = parserFor(type);
  const fields = new Map<string, string>();
  parser.on('field', (name, value, _nameCut, isCut) => void (isCut || fields.set(name, value)));
  const file = Promise.withResolvers<{ stream: BusboyFileStream; mimeType: string }>();
  let extra: string | null = null;
  parser.on('filesLimit', () => (extra = 'An upload holds one file'));
  parser.on('partsLimit', () => (extra = 'The form has too many parts'));
  parser.on('file', (_field, stream, _name, _encoding, mimeType) => {
    // The parser reports a broken form on this stream; nobody may be reading it yet.
    stream.on('error', () => {});
    // Whoever stops reading the file wants nothing more of the request either.
    stream.once('close', () => stream.readableEnded || stopped.abort());
    file.resolve({ stream, mimeType });
  });
  const source = Readable.fromWeb(request.body ?? emptyStream());
  const parsed = pipeline(source, parser, { signal: stopped.signal });
  parsed.then(
    () => file.reject(refusals.invalidRequest('The form holds no file')),
    (error: unknown) => {
      file.reject(refusals.invalidRequest('The form could not be read'));
      void file.promise.then(
        ({ stream }) => stream.destroy(toError(error)),
        () => {},
      );
    },
  );
  const { stream, mimeType } = await file.promise;
  const body = ReadableStream.from(whole(stream));
  const rest = {
    body,
    async finish() {
      await parsed.catch(() => {
        throw refusals.invalidRequest('The form broke off before its end');
      });
      if (extra !== null) throw refusals.invalidRequest(extra);
    },
    readRest: () => drop(body, maxBytes).then(() => parsed.catch(() => {})),
  };
  return checkFirst(rest, () => ({ ...fieldsOf(fields, mimeType), ...rest }));
}

/** What a form says about its file, in fields before it. */
function fieldsOf(
  fields: ReadonlyMap<string, string>,
  mimeType: string,
): Pick<Upload, 'mimeType' | 'cacheControl' | 'userMetadata'> {
  const metadata = fields.get('metadata');
  return {
    mimeType: assertMimeType(fields.get('contentType') ?? mimeType),
    cacheControl: cacheControlOf(fields.get('cacheControl')),
    userMetadata: metadata === undefined ? null : parseMetadata(metadata),
  };
}

/** Leaving the loop cancels the stream, and the connection ends with it. */
async function drop(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) return;
    }
  } catch {
    // The sender hung up: nothing is left to be read.
  }
}

/** A sender that hangs up has made a bad request; it is no failure of ours. */
async function* whole(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch {
    throw refusals.invalidRequest('The upload broke off before its end');
  }
}

function parserFor(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: 16,
        parts: 17,
        fieldSize: MAX_FIELD,
        headerPairs: 32,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw refusals.invalidRequest('The form names no boundary');
  }
}

function assertMimeType(type: string): string {
  if (!MIME_TYPE.test(type)) throw refusals.invalidMimeType(type.slice(0, 100));
  return type;
}

function cacheControlOf(seconds: string | undefined): string {
  return seconds !== undefined && /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache';
}

function parseMetadata(text: string): Record<string, unknown> {
  try {
    return userMetadata.parse(JSON.parse(text));
  } catch {
    throw refusals.invalidRequest('metadata must be a JSON object');
  }
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the request broke off', { cause: error });
}
