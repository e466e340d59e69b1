import { createHash } from 'node:crypto';
import { newUuid } from '#server/lib/ids.ts';
import { type Incoming, openIncoming } from '../incoming.ts';
import { assertObjectKey, isObjectKey, type ObjectStore } from '../object-store.ts';
import { connectS3, nullIfMissing, type S3Place } from './connection.ts';
import { isMissing } from './s3-failure.ts';
import { partsOfFile, upload } from './upload.ts';

export interface S3StoreOptions extends S3Place {
  /** Folder on this machine for files that are being received. */
  readonly incoming: string;
  /** Throws if nothing may be written to that folder. Default: no check. */
  readonly assertRoom?: () => Promise<void>;
  /** Milliseconds without a byte in either direction until a request is given up. */
  readonly silence?: number;
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
/** Milliseconds after which the parts of an upload belong to a dead process, whatever the store's clock. */
const UNFINISHED = 24 * 60 * 60_000;

/**
 * Files in a bucket of AWS S3 or a service compatible with it. They are received in a file first: a request can be
 * repeated, senders that are slow or refused don't reach the service, and the length and MD5 are known before the
 * first byte is sent.
 */
export async function createS3Store(options: S3StoreOptions): Promise<S3Store> {
  const { bucket, prefix, assertRoom = async () => {}, silence = SILENCE } = options;
  let opened: Promise<Incoming> | undefined;
  // Only asking creates no folder.
  const openOnce = (): Promise<Incoming> =>
    (opened ??= openIncoming({ folder: options.incoming, assertRoom, isSynced: false }));
  const connection = await connectS3(options, { silence });
  const { client, commands, withRetries } = connection;
  const placeOf = (key: string) => {
    assertObjectKey(key);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };

  return {
    async put(key, body, { maxBytes, signal }) {
      const place = placeOf(key);
      const incoming = await openOnce();
      return incoming.receive(body, { maxBytes, ...(signal && { signal }) }, (file) =>
        upload({ client, commands, place, signal, withRetries }, partsOfFile(file)),
      );
    },
    async get(key, range) {
      const found = await connection.get(placeOf(key).Key, range && `bytes=${range.start}-${range.end}`);
      return found && found.body;
    },
    delete: async (key) => connection.delete(placeOf(key).Key),
    async has(key) {
      const place = placeOf(key);
      const found = await withRetries((abortSignal) =>
        client.send(new commands.HeadObjectCommand(place), { abortSignal }).catch(nullIfMissing),
      );
      return found !== null;
    },
    async *list() {
      for await (const { Key = '', Size = 0, LastModified = new Date(0) } of connection.list()) {
        const key = Key.slice(prefix.length);
        if (isObjectKey(key)) yield { key, size: Size, modified: LastModified };
      }
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
