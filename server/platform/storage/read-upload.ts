import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { z } from 'zod';
import { refusals } from './storage-error.ts';

/** A file being uploaded, with its metadata. */
export interface Upload {
  readonly mimeType: string;
  /** In header form: `max-age=3600`, `no-cache`. */
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
  readonly body: ReadableStream<Uint8Array>;
  /** To be called after the body: throws unless the request ended well-formed. */
  finish(): Promise<void>;
  /** Alternative to reading the body: drains the rest of the request, up to the allowed size. Never throws. */
  readRest(): Promise<void>;
}

export const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:\s*;[\x20-\x7e]{0,100})?$/;
/** Maximum bytes of a form besides the file. */
const FORM_OVERHEAD = 256 * 1024;
const MAX_FIELD = 64 * 1024;
/** Milliseconds to drain a rejected upload; slower senders lose their connection. */
const REST_LIMIT = 10_000;

const userMetadata = z.record(z.string(), z.unknown());

/** Parses both forms of upload: a form with one file part, or raw bytes. Throws StorageError. */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  const isForm = /^multipart\/form-data/i.test(type);
  const announced = Number(request.headers.get('content-length') ?? 0);
  // Saves an honest client the transfer; a false length is caught while bytes are counted.
  if (announced > maxBytes + (isForm ? FORM_OVERHEAD : 0)) throw refusals.tooLarge();
  if (request.headers.get('content-encoding') ?? '') {
    throw refusals.invalidRequest('An upload with a content encoding is not supported');
  }
  return isForm ? readForm(request, type, maxBytes) : readBare(request, type, maxBytes);
}

/**
 * Runs a check before an upload's bytes are stored. If it fails, the rest of the request is drained first: unread, it
 * would block the connection and cut off the next request on it.
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
  const cut = new Set<string>();
  parser.on(
    'field',
    (name, value, _nameCut, isCut) => void (isCut ? cut.add(name) : fields.set(name, value)),
  );
  const file = Promise.withResolvers<{ stream: BusboyFileStream; mimeType: string }>();
  let extra: string | null = null;
  parser.on('filesLimit', () => (extra = 'An upload holds one file'));
  parser.on('partsLimit', () => (extra = 'The form has too many parts'));
  parser.on('file', (_field, stream, _name, _encoding, mimeType) => {
    // The parser reports a broken form on this stream, possibly before anyone reads it.
    stream.on('error', () => {});
    // If reading the file stops, the rest of the request isn't needed either.
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
  return checkFirst(rest, () => {
    // Stored without it, the file would look whole.
    if (cut.has('metadata')) throw refusals.invalidRequest(`metadata may have up to ${MAX_FIELD} bytes`);
    return { ...fieldsOf(fields, mimeType), ...rest };
  });
}

/** Reads the form fields that precede the file. */
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

/** Leaving the loop cancels the stream, which closes the connection. */
async function drop(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) return;
    }
  } catch {
    // The sender hung up: nothing is left to read.
  }
}

/** Reports a sender that hangs up as a bad request, since it isn't our failure. */
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
  let isStorable = true;
  const check = (key: string, value: unknown): unknown => {
    isStorable &&= isText(key) && (typeof value !== 'string' || isText(value));
    return value;
  };
  let metadata: Record<string, unknown>;
  try {
    metadata = userMetadata.parse(JSON.parse(text, check));
  } catch {
    throw refusals.invalidRequest('metadata must be a JSON object');
  }
  // PostgreSQL would refuse it, after the whole file has been sent.
  if (!isStorable) throw refusals.invalidRequest('metadata holds a character that cannot be stored');
  return metadata;
}

/** Without zeros and halves of characters, which JSON can name and no text holds. */
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the request broke off', { cause: error });
}
