import { z } from 'zod';
import { DiskFullError } from '#server/lib/disk-space.ts';
import { ObjectStoreError } from '../object-store.ts';

/** A request that S3 didn't perform, in our words. */
export interface S3Failure {
  readonly error: Error;
  /** The same request may succeed in a moment. */
  readonly isRetryable: boolean;
}

/**
 * Refusals that end by themselves: a busy or restarting service, bytes damaged on their way, a clock that the client
 * corrects by the answer. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
 */
const PASSING = new Set([
  'BadDigest',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]);
/** Ceph: `QuotaExceeded`, 403. MinIO: `XMinioStorageFull`, 507, and `XMinioAdminBucketQuotaExceeded`, 400. */
const FULL = /Quota|StorageFull/;

/** Reads what the client threw. Only the code and the status are kept: the rest may name a key or a signature. */
export function readFailure(thrown: unknown): S3Failure {
  const { code, status } = factsOf(thrown);
  if (status === undefined) {
    // Without an answer: no connection, silence, or no key to sign with.
    if (code === 'CredentialsProviderError') return final(refused('no key for the object store was found'));
    return passing(`no answer from the object store (${code})`);
  }
  const answer = `the object store answered ${status} ${code}`;
  if (status === 507 || FULL.test(code)) return final(new DiskFullError(answer));
  if (PASSING.has(code) || status >= 500 || status === 408 || status === 429) return passing(answer);
  return final(refused(answer));
}

export function isMissing(thrown: unknown): boolean {
  const { code } = factsOf(thrown);
  // An answer to HEAD has no body that could name a code.
  return code === 'NoSuchKey' || code === 'NotFound' || code === 'NoSuchUpload';
}

const refused = (message: string): ObjectStoreError => new ObjectStoreError('refused', message);
const final = (error: Error): S3Failure => ({ error, isRetryable: false });
const passing = (message: string): S3Failure => ({
  error: new ObjectStoreError('unreachable', message),
  isRetryable: true,
});

/** Errors of sockets have a code, those of the service a name and a status. */
const facts = z.object({
  name: z.string(),
  code: z.string().optional().catch(undefined),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional().catch(undefined),
});

function factsOf(thrown: unknown): { code: string; status: number | undefined } {
  const { data } = facts.safeParse(thrown);
  return { code: data?.code ?? data?.name ?? 'unknown', status: data?.$metadata?.httpStatusCode };
}
