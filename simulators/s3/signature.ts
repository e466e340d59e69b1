import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Refusal } from './s3-refusal.ts';

export interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html: fifteen minutes. */
const SKEW = 15 * 60_000;

/**
 * Checks a request's signature.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function assertSigned(request: IncomingMessage, account: Account, now: number): void {
  const header = request.headers.authorization;
  if (header === undefined) throw new S3Refusal('AccessDenied', 'Access Denied');
  const [, key = '', day = '', region = '', names = '', signature = ''] = AUTHORIZATION.exec(header) ?? [];
  if (key === '') throw new S3Refusal('AuthorizationHeaderMalformed');
  if (key !== account.accessKeyId) throw new S3Refusal('InvalidAccessKeyId');
  if (region !== account.region) throw new S3Refusal('AuthorizationHeaderMalformed', 'the region is wrong');
  const time = one(request, 'x-amz-date');
  if (Math.abs(toMillis(time) - now) > SKEW) throw new S3Refusal('RequestTimeTooSkewed');
  if (!time.startsWith(day)) throw new S3Refusal('AuthorizationHeaderMalformed', 'the day is wrong');
  const signed = names.split(';');
  assertAllSigned(request, signed);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical(request, signed))].join('\n');
  const secret = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (by, part) => createHmac('sha256', by).update(part).digest(),
    `AWS4${account.secretAccessKey}`,
  );
  const right = createHmac('sha256', secret).update(text).digest();
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) throw new S3Refusal('SignatureDoesNotMatch');
}

/** "The CanonicalHeaders list must include … the host header, … any x-amz-* headers" and Content-MD5 if present. */
function assertAllSigned(request: IncomingMessage, signed: readonly string[]): void {
  const needed = Object.keys(request.headers).filter(
    (name) => name === 'host' || name === 'content-md5' || name.startsWith('x-amz-'),
  );
  if (!needed.every((name) => signed.includes(name))) {
    throw new S3Refusal('AccessDenied', 'There were headers present in the request which were not signed');
  }
}

function canonical(request: IncomingMessage, signed: readonly string[]): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const words = query === '' ? [] : query.split('&').map((word) => (word.includes('=') ? word : `${word}=`));
  const headers = signed.map((name) => `${name}:${one(request, name).trim().replace(/ +/g, ' ')}\n`);
  return [
    request.method,
    path,
    words.toSorted().join('&'),
    headers.join(''),
    signed.join(';'),
    one(request, 'x-amz-content-sha256'),
  ].join('\n');
}

function one(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  if (typeof value !== 'string') {
    throw new S3Refusal('InvalidRequest', `Missing required header for this request: ${name}`);
  }
  return value;
}

/** `20261127T053000Z` */
function toMillis(time: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time);
  if (!parts)
    throw new S3Refusal('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  const [year = 0, month = 1, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
