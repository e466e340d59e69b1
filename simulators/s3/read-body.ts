import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Refusal } from './s3-refusal.ts';

/**
 * Reads a request's body and compares it with what its headers say of it.
 * Sources: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html (x-amz-content-sha256)
 */
export async function readBody(request: IncomingMessage, damages: boolean): Promise<Buffer> {
  const { headers } = request;
  if (request.method === 'PUT' && headers['content-length'] === undefined) {
    throw new S3Refusal('MissingContentLength');
  }
  const sent = await readAll(request);
  const body = damages && sent.length > 0 ? Buffer.concat([sent.subarray(1), Buffer.from('?')]) : sent;
  assertMd5(headers['content-md5'], body);
  assertSha256(headers['x-amz-content-sha256'], body);
  return body;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    throw new S3Refusal('IncompleteBody');
  }
  return Buffer.concat(chunks);
}

function assertMd5(header: string | string[] | undefined, body: Buffer): void {
  if (header === undefined) return;
  const said = Buffer.from(String(header), 'base64');
  if (said.length !== 16) throw new S3Refusal('InvalidDigest');
  if (!createHash('md5').update(body).digest().equals(said)) throw new S3Refusal('BadDigest');
}

function assertSha256(header: string | string[] | undefined, body: Buffer): void {
  if (header === 'UNSIGNED-PAYLOAD') return;
  if (String(header).startsWith('STREAMING-')) throw new S3Refusal('NotImplemented', 'chunked signatures');
  if (createHash('sha256').update(body).digest('hex') !== header) {
    throw new S3Refusal('XAmzContentSHA256Mismatch');
  }
}
