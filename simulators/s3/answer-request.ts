import { Buffer } from 'node:buffer';
import type { Bucket, StoredBytes } from './bucket.ts';
import { escapeXml, S3Refusal } from './s3-refusal.ts';

export interface S3Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly range: string | undefined;
  readonly body: Buffer;
}

export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Answers a signed request to a bucket. */
export function answerRequest(bucket: Bucket, call: S3Call): S3Answer {
  const { method, query, key } = call;
  if (key === '') return answerForBucket(bucket, call);
  const upload = query.get('uploadId');
  switch (method) {
    case 'GET':
    case 'HEAD':
      return readObject(bucket, call);
    case 'PUT':
      return withTag(
        upload === null
          ? bucket.put(key, call.body)
          : bucket.putPart(key, upload, Number(query.get('partNumber')), call.body),
      );
    case 'POST':
      return upload === null ? beginUpload(bucket, call) : completeUpload(bucket, key, upload, call.body);
    case 'DELETE':
      if (upload === null) bucket.objects.delete(key);
      else bucket.abort(key, upload);
      return { status: 204 };
    default:
      throw new S3Refusal('MethodNotAllowed');
  }
}

function answerForBucket(bucket: Bucket, { method, query }: S3Call): S3Answer {
  if (method === 'HEAD') return { status: 200 };
  if (method !== 'GET') throw new S3Refusal('NotImplemented');
  if (query.has('uploads')) return listUploads(bucket, query.get('prefix') ?? '');
  if (query.get('list-type') !== '2') throw new S3Refusal('NotImplemented');
  return listObjects(bucket, query);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html: in UTF-8 order, at most 1,000. */
function listObjects({ objects }: Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const max = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const page = keys.slice(0, max);
  const rows = page.map((key) => {
    const { bytes, etag, modified } = found(objects.get(key));
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  const isCut = keys.length > page.length;
  const token = isCut ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
  return xml(
    `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${token}${rows.join('')}</ListBucketResult>`,
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
function listUploads({ uploads }: Bucket, prefix: string): S3Answer {
  const rows = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
  return xml(
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`,
  );
}

function readObject({ objects }: Bucket, { key, range }: S3Call): S3Answer {
  const object = found(objects.get(key));
  const { bytes, etag, modified } = object;
  const headers = { ETag: etag, 'Last-Modified': modified.toUTCString(), 'Accept-Ranges': 'bytes' };
  if (range === undefined) return { status: 200, headers, body: bytes };
  const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (start === '') throw new S3Refusal('NotImplemented', 'other ranges');
  if (Number(start) >= bytes.length) throw new S3Refusal('InvalidRange');
  const body = bytes.subarray(Number(start), Number(end) + 1);
  const last = Number(start) + body.length - 1;
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${last}/${bytes.length}` },
    body,
  };
}

function beginUpload(bucket: Bucket, { key, query }: S3Call): S3Answer {
  if (!query.has('uploads')) throw new S3Refusal('NotImplemented');
  const id = bucket.begin(key);
  return xml(
    `<InitiateMultipartUploadResult><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

const PART = /<Part>(.*?)<\/Part>/gs;

function completeUpload(bucket: Bucket, key: string, id: string, body: Buffer): S3Answer {
  const parts = [...body.toString().matchAll(PART)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
  const etag = bucket.complete(key, id, parts);
  return xml(
    `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  );
}

function found(object: StoredBytes | undefined): StoredBytes {
  if (!object) throw new S3Refusal('NoSuchKey');
  return object;
}

const withTag = ({ etag }: StoredBytes): S3Answer => ({ status: 200, headers: { ETag: etag } });

const xml = (text: string): S3Answer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});
