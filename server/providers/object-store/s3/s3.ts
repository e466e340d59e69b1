import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { newUuid } from '#server/lib/ids.ts';
import { type Incoming, openIncoming } from '../incoming.ts';
import { assertObjectKey, isObjectKey, type ObjectStore } from '../object-store.ts';
import { readBody } from './read-body.ts';
import { isMissing } from './s3-failure.ts';
import { upload } from './upload.ts';
import { createRetries } from './with-retries.ts';

export interface S3StoreOptions {
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
  /** Folder on this machine for files that are being received. */
  readonly incoming: string;
  /** Throws if nothing may be written to that folder. Default: no check. */
  readonly assertRoom?: () => Promise<void>;
  /** Milliseconds without a byte in either direction until a request is given up. */
  readonly silence?: number;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Store extends ObjectStore {
  /**
   * Returns the id of this place, which an object beside the files keeps. Creates it the first time. Two processes that
   * do so at once may get different ones.
   */
  identify(): Promise<string>;
  /** Makes the cheapest request that needs the key, the bucket and the rights. */
  probe(): Promise<void>;
  close(): void;
}

/** No key of a file has a dot. */
const ID = 'errand.id';
const SILENCE = 4_000;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
/** Milliseconds after which the parts of an upload belong to a dead process, whatever the store's clock. */
const UNFINISHED = 24 * 60 * 60_000;
/** A slow reader holds one. */
const SOCKETS = 256;

/**
 * Files in a bucket of AWS S3 or a service compatible with it. They are received in a file first: a request can be
 * repeated, senders that are slow or refused don't reach the service, and the length and MD5 are known before the
 * first byte is sent. The client is loaded only here, because that takes half a second.
 */
export async function createS3Store(options: S3StoreOptions): Promise<S3Store> {
  const { bucket, prefix, assertRoom = async () => {}, silence = SILENCE } = options;
  const commands = await import('@aws-sdk/client-s3');
  let opened: Promise<Incoming> | undefined;
  // Only asking creates no folder.
  const openOnce = (): Promise<Incoming> =>
    (opened ??= openIncoming({ folder: options.incoming, assertRoom, isSynced: false }));
  const client = new commands.S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.pathStyle,
    ...(options.credentials && { credentials: options.credentials }),
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
  const withRetries = createRetries(silence);
  const placeOf = (key: string) => {
    assertObjectKey(key);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };

  return {
    async put(key, body, { maxBytes, signal }) {
      const place = placeOf(key);
      const incoming = await openOnce();
      return incoming.receive(body, { maxBytes, ...(signal && { signal }) }, (file) =>
        upload({ client, commands, place, signal, withRetries }, file),
      );
    },
    async get(key, range) {
      const wanted = { ...placeOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
      const found = await withRetries(() =>
        client.send(new commands.GetObjectCommand(wanted)).catch(nullIfMissing),
      );
      if (found === null) return null;
      if (!(found.Body instanceof Readable)) throw new TypeError('an object was not answered as a stream');
      return readBody(found.Body, silence);
    },
    async delete(key) {
      const place = placeOf(key);
      await withRetries((abortSignal) =>
        client.send(new commands.DeleteObjectCommand(place), { abortSignal }),
      );
    },
    async has(key) {
      const place = placeOf(key);
      const found = await withRetries((abortSignal) =>
        client.send(new commands.HeadObjectCommand(place), { abortSignal }).catch(nullIfMissing),
      );
      return found !== null;
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
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (isObjectKey(key)) yield { key, size: Size, modified: LastModified };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
    async removeUnfinished() {
      await (await openOnce()).removeAbandoned();
      const wanted = new commands.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
      const listed = await withRetries((abortSignal) => client.send(wanted, { abortSignal }));
      for (const { Key, UploadId, Initiated } of listed.Uploads ?? []) {
        if (Initiated === undefined || Date.now() - Initiated.getTime() < UNFINISHED) continue;
        const upload = new commands.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
        await withRetries((abortSignal) =>
          client.send(upload, { abortSignal }).catch((thrown: unknown) => {
            // Completed or removed meanwhile.
            if (!isMissing(thrown)) throw thrown;
          }),
        );
      }
    },
    async identify() {
      const place = { Bucket: bucket, Key: `${prefix}${ID}` };
      const found = await withRetries(() =>
        client.send(new commands.GetObjectCommand(place)).catch(nullIfMissing),
      );
      const kept = (await found?.Body?.transformToString())?.trim();
      if (kept !== undefined && kept !== '') return kept;
      const id = newUuid();
      const md5 = createHash('md5').update(id).digest('base64');
      const body = { ...place, Body: id, ContentMD5: md5 };
      await withRetries((abortSignal) => client.send(new commands.PutObjectCommand(body), { abortSignal }));
      return id;
    },
    async probe() {
      const list = new commands.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
      await withRetries((abortSignal) => client.send(list, { abortSignal }));
    },
    close: () => client.destroy(),
  };
}

function nullIfMissing(thrown: unknown): null {
  if (isMissing(thrown)) return null;
  throw thrown;
}
