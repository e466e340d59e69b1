import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type { ReceivedFile } from '../incoming.ts';
import { ObjectTooLargeError } from '../object-store.ts';
import type { WithRetries } from './with-retries.ts';

/**
 * Bytes of a part, and of the largest object that is sent in one request. S3 accepts 5 MiB to 5 GiB, and 10,000 parts:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const PART = 16 * 1024 * 1024;
const MOST_PARTS = 10_000;

export type Commands = Pick<
  typeof Sdk,
  | 'AbortMultipartUploadCommand'
  | 'CompleteMultipartUploadCommand'
  | 'CreateMultipartUploadCommand'
  | 'PutObjectCommand'
  | 'UploadPartCommand'
>;

interface Target {
  readonly client: Sdk.S3Client;
  readonly commands: Commands;
  readonly place: { readonly Bucket: string; readonly Key: string };
  readonly signal: AbortSignal | undefined;
  readonly withRetries: WithRetries;
}

/** A piece of an object: all but the last have PART bytes, because some services want parts of one size. */
interface Part {
  /** Bytes. */
  readonly size: number;
  /** In Base64. */
  readonly md5: string;
  /** Each attempt opens it anew. */
  readonly open: () => ReturnType<typeof createReadStream> | Buffer;
}

/**
 * Sends an object with its MD5, which the store compares (Content-MD5, which all S3-compatible services know; newer
 * checksums are AWS's own). Readers see the object once all of it is stored.
 */
export async function upload(target: Target, parts: AsyncIterable<Part>): Promise<void> {
  const rest = parts[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) throw new Error('an object has at least one part, which may be empty');
  const second = await rest.next();
  if (second.done !== true) return uploadInParts(target, [first.value, second.value], rest);
  const { client, commands, place } = target;
  await sendPart(target, first.value, (body, abortSignal) =>
    client.send(new commands.PutObjectCommand({ ...place, ...body }), { abortSignal }),
  );
}

async function uploadInParts(
  target: Target,
  begin: readonly Part[],
  rest: AsyncIterator<Part>,
): Promise<void> {
  const { client, commands, place, signal, withRetries } = target;
  const begun = await withRetries(
    (abortSignal) => client.send(new commands.CreateMultipartUploadCommand(place), { abortSignal }),
    signal,
  );
  const upload = { ...place, UploadId: begun.UploadId };
  try {
    const parts: Sdk.CompletedPart[] = [];
    const send = async (part: Part): Promise<void> => {
      if (parts.length === MOST_PARTS) throw new ObjectTooLargeError(PART * MOST_PARTS);
      const number = { ...upload, PartNumber: parts.length + 1 };
      const sent = await sendPart(target, part, (body, abortSignal) =>
        client.send(new commands.UploadPartCommand({ ...number, ...body }), { abortSignal }),
      );
      parts.push({ PartNumber: number.PartNumber, ETag: sent.ETag });
    };
    for (const part of begin) await send(part);
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) await send(next.value);
    const whole = { ...upload, MultipartUpload: { Parts: parts } };
    await withRetries(
      (abortSignal) => client.send(new commands.CompleteMultipartUploadCommand(whole), { abortSignal }),
      signal,
    );
  } catch (error) {
    // If this fails too, a later cleanup finds the parts. The first error is the one to report.
    await client.send(new commands.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

interface PartBody {
  readonly Body: ReturnType<Part['open']>;
  readonly ContentLength: number;
  readonly ContentMD5: string;
}

function sendPart<T>(
  { signal, withRetries }: Target,
  { size, md5, open }: Part,
  send: (body: PartBody, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withRetries(async (abortSignal) => {
    const Body = open();
    try {
      return await send({ Body, ContentLength: size, ContentMD5: md5 }, abortSignal);
    } finally {
      if (!Buffer.isBuffer(Body)) Body.destroy();
    }
  }, signal);
}

/** The parts of a file, which stay on the disk. */
export async function* partsOfFile({ path, size, md5 }: ReceivedFile): AsyncGenerator<Part> {
  if (size === 0) return yield toPart([]);
  for (let start = 0; start < size; start += PART) {
    const end = Math.min(start + PART, size) - 1;
    const open = () => createReadStream(path, { start, end });
    yield {
      size: end - start + 1,
      // Known already for a file that is one part.
      md5: size <= PART ? Buffer.from(md5, 'hex').toString('base64') : await md5Of(open()),
      open,
    };
  }
}

/** The parts of a stream, each in memory while it's sent. */
export async function* partsOfStream(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Part> {
  let pieces: Uint8Array[] = [];
  let [size, sent] = [0, 0];
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      const piece = rest.subarray(0, PART - size);
      rest = rest.subarray(piece.length);
      pieces.push(piece);
      size += piece.length;
      if (size < PART) continue;
      yield toPart(pieces);
      [pieces, size, sent] = [[], 0, sent + 1];
    }
  }
  if (size > 0 || sent === 0) yield toPart(pieces);
}

function toPart(pieces: readonly Uint8Array[]): Part {
  const bytes = Buffer.concat(pieces);
  return {
    size: bytes.length,
    md5: createHash('md5').update(bytes).digest('base64'),
    open: () => bytes,
  };
}

/** In Base64. */
async function md5Of(body: Readable): Promise<string> {
  const hash = createHash('md5');
  await pipeline(body, hash);
  return hash.digest('base64');
}
