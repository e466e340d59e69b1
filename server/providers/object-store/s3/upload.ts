import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type { ReceivedFile } from '../incoming.ts';
import type { WithRetries } from './with-retries.ts';

/**
 * Bytes of a part, and of the largest object that is sent in one request. S3 accepts 5 MiB to 5 GiB, and 10,000 parts:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const PART = 16 * 1024 * 1024;

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

/**
 * Sends a file with its MD5, which the store compares (Content-MD5, which all S3-compatible services know; newer
 * checksums are AWS's own). Readers see the object once all of it is stored.
 */
export async function upload(target: Target, file: ReceivedFile): Promise<void> {
  if (file.size > PART) return uploadInParts(target, file);
  const { client, commands, place } = target;
  const md5 = Buffer.from(file.md5, 'hex').toString('base64');
  await sendRange(target, { path: file.path, start: 0, size: file.size, md5 }, (body, abortSignal) =>
    client.send(new commands.PutObjectCommand({ ...place, ...body }), { abortSignal }),
  );
}

async function uploadInParts(target: Target, { path, size }: ReceivedFile): Promise<void> {
  const { client, commands, place, signal, withRetries } = target;
  const begun = await withRetries(
    (abortSignal) => client.send(new commands.CreateMultipartUploadCommand(place), { abortSignal }),
    signal,
  );
  const upload = { ...place, UploadId: begun.UploadId };
  try {
    const parts: Sdk.CompletedPart[] = [];
    for (let start = 0; start < size; start += PART) {
      const range = { path, start, size: Math.min(PART, size - start) };
      const number = { ...upload, PartNumber: parts.length + 1 };
      const md5 = await md5Of(range);
      const sent = await sendRange(target, { ...range, md5 }, (body, abortSignal) =>
        client.send(new commands.UploadPartCommand({ ...number, ...body }), { abortSignal }),
      );
      parts.push({ PartNumber: number.PartNumber, ETag: sent.ETag });
    }
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

interface Range {
  readonly path: string;
  readonly start: number;
  /** Bytes. */
  readonly size: number;
}

interface RangeBody {
  readonly Body: ReturnType<typeof createReadStream> | Buffer;
  readonly ContentLength: number;
  readonly ContentMD5: string;
}

/** Each attempt reads the file anew. */
function sendRange<T>(
  { signal, withRetries }: Target,
  { path, start, size, md5 }: Range & { readonly md5: string },
  send: (body: RangeBody, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withRetries(async (abortSignal) => {
    const Body = size === 0 ? Buffer.alloc(0) : readRange({ path, start, size });
    try {
      return await send({ Body, ContentLength: size, ContentMD5: md5 }, abortSignal);
    } finally {
      if (!Buffer.isBuffer(Body)) Body.destroy();
    }
  }, signal);
}

const readRange = ({ path, start, size }: Range) => createReadStream(path, { start, end: start + size - 1 });

/** In Base64. */
async function md5Of(range: Range): Promise<string> {
  const hash = createHash('md5');
  await pipeline(readRange(range), hash);
  return hash.digest('base64');
}
