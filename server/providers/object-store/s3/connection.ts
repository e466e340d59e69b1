import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type * as Sdk from '@aws-sdk/client-s3';
import { readBody } from './read-body.ts';
import { isMissing } from './s3-failure.ts';
import { createRetries, type RetryOptions, type WithRetries } from './with-retries.ts';

export interface S3Place {
  /** Origin of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Of all keys; empty, or ending in a slash. */
  readonly prefix: string;
  /** The bucket is in the path of a URL, not in its host name. */
  readonly pathStyle: boolean;
  /** Null: what the AWS SDK finds, such as the role of a container or a machine. */
  readonly credentials: S3Credentials | null;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Connection {
  readonly client: Sdk.S3Client;
  readonly commands: typeof Sdk;
  readonly withRetries: WithRetries;
  /** Null if it doesn't exist. `range` as in HTTP. `size` is what will be read. */
  get(key: string, range?: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  delete(key: string): Promise<void>;
  /** All keys below the prefix, which they begin with, in the order of their bytes. */
  list(): AsyncIterable<Sdk._Object>;
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
/** A slow reader holds one. */
const SOCKETS = 256;

/** Connects to a bucket. The client is loaded only here, because that takes half a second. */
export async function connectS3(
  { endpoint, region, bucket, prefix, pathStyle, credentials }: S3Place,
  patience: RetryOptions,
): Promise<S3Connection> {
  const { silence } = patience;
  const commands = await import('@aws-sdk/client-s3');
  const client = new commands.S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    ...(credentials && { credentials }),
    // Repeated here, because the client doesn't repeat a request with a stream.
    maxAttempts: 1,
    // The service compares Content-MD5 instead: upload.ts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Services that don't answer it would be taken as silent.
    expectContinueHeader: false,
    // What it would print is thrown as well.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: silence / 2,
      socketTimeout: silence,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  });
  const withRetries = createRetries(patience);

  return {
    client,
    commands,
    withRetries,
    async get(key, range) {
      const wanted = { Bucket: bucket, Key: key, ...(range !== undefined && { Range: range }) };
      const found = await withRetries(() =>
        client.send(new commands.GetObjectCommand(wanted)).catch(nullIfMissing),
      );
      if (found === null) return null;
      if (!(found.Body instanceof Readable)) throw new TypeError('an object was not answered as a stream');
      return { body: readBody(found.Body, silence), size: found.ContentLength ?? 0 };
    },
    async delete(key) {
      const place = { Bucket: bucket, Key: key };
      await withRetries((abortSignal) =>
        client.send(new commands.DeleteObjectCommand(place), { abortSignal }),
      );
    },
    async *list() {
      let token: string | undefined;
      do {
        const wanted = new commands.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken: token,
        });
        const page = await withRetries((abortSignal) => client.send(wanted, { abortSignal }));
        yield* page.Contents ?? [];
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
  };
}

export function nullIfMissing(thrown: unknown): null {
  if (isMissing(thrown)) return null;
  throw thrown;
}
