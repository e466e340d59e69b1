import { createHash } from 'node:crypto';
import { S3Refusal } from './s3-refusal.ts';

export interface StoredBytes {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: Date;
}

interface Upload {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, StoredBytes>;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const LIMITS = { partBytes: 5 * 1024 * 1024, parts: 10_000, keyBytes: 1_024 } as const;

/** Objects and unfinished uploads, in memory. */
export class Bucket {
  readonly objects = new Map<string, StoredBytes>();
  readonly uploads = new Map<string, Upload>();
  readonly #now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  put(key: string, bytes: Buffer): StoredBytes {
    assertKey(key);
    const stored = this.#toStored(bytes);
    this.objects.set(key, stored);
    return stored;
  }

  begin(key: string): string {
    assertKey(key);
    this.#made += 1;
    const id = `upload-${this.#made}`;
    this.uploads.set(id, { key, begun: new Date(this.#now()), parts: new Map() });
    return id;
  }

  putPart(key: string, id: string, number: number, bytes: Buffer): StoredBytes {
    const { parts } = this.#find(key, id);
    if (!Number.isInteger(number) || number < 1 || number > LIMITS.parts) {
      throw new S3Refusal('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
    }
    const stored = this.#toStored(bytes);
    parts.set(number, stored);
    return stored;
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html#API_CompleteMultipartUpload_Errors */
  complete(key: string, id: string, listed: readonly { number: number; etag: string }[]): string {
    const { parts } = this.#find(key, id);
    if (listed.length === 0) throw new S3Refusal('MalformedXML');
    const isAscending = listed.every(({ number }, at) => number > (listed[at - 1]?.number ?? 0));
    if (!isAscending) throw new S3Refusal('InvalidPartOrder');
    const chosen = listed.map(({ number, etag }) => {
      const part = parts.get(number);
      if (part?.etag !== etag) throw new S3Refusal('InvalidPart');
      return part.bytes;
    });
    if (chosen.slice(0, -1).some(({ length }) => length < LIMITS.partBytes)) {
      throw new S3Refusal('EntityTooSmall');
    }
    this.uploads.delete(id);
    return this.put(key, Buffer.concat(chosen)).etag;
  }

  abort(key: string, id: string): void {
    this.#find(key, id);
    this.uploads.delete(id);
  }

  #find(key: string, id: string): Upload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Refusal('NoSuchUpload');
    return upload;
  }

  #toStored(bytes: Buffer): StoredBytes {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    return { bytes, etag, modified: new Date(this.#now()) };
  }
}

function assertKey(key: string): void {
  if (Buffer.byteLength(key) > LIMITS.keyBytes) throw new S3Refusal('KeyTooLongError');
}
