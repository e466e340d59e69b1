import { DISK_IS_FULL } from '#server/lib/disk-space.ts';
import { FILES_UNAVAILABLE, ObjectStoreError } from '#server/providers/object-store/object-store.ts';
import { DatabaseError } from '../db/database.ts';
import { isDiskFull } from '../db/disk-full.ts';
import { isHeldUp } from '../db/held-up.ts';
import { isLost } from '../db/lost.ts';
import { BodyError } from '../http/read-json.ts';

/**
 * An error in this API's wire form: almost all have HTTP status 400, and the true status in the body.
 * Source: contract/storage.md section 1.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly statusCode: number;
  readonly word: string;
  readonly httpStatus: number;

  constructor(code: string, statusCode: number, word: string, message: string, httpStatus = 400) {
    super(message);
    this.code = code;
    this.statusCode = statusCode;
    this.word = word;
    this.httpStatus = httpStatus;
  }
}

/** All errors of this room. */
export const refusals = {
  noSuchBucket: () => new StorageError('NoSuchBucket', 404, 'Bucket not found', 'Bucket not found'),
  noSuchKey: () => new StorageError('NoSuchKey', 404, 'not_found', 'Object not found'),
  noSuchRoute: () => new StorageError('NotFound', 404, 'not_found', 'Route not found', 404),
  keyExists: () => new StorageError('KeyAlreadyExists', 409, 'Duplicate', 'The resource already exists'),
  bucketExists: () =>
    new StorageError('BucketAlreadyExists', 409, 'Duplicate', 'The resource already exists'),
  notEmpty: () =>
    new StorageError(
      'ResourceNotEmpty',
      409,
      'ResourceNotEmpty',
      'The bucket you tried to delete is not empty',
    ),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageError('AccessDenied', 403, 'Unauthorized', message),
  invalidJwt: (message: string) => new StorageError('InvalidJWT', 400, 'InvalidJWT', message),
  invalidSignature: () => new StorageError('InvalidSignature', 400, 'InvalidSignature', 'Invalid signature'),
  expiredToken: () =>
    new StorageError('ExpiredToken', 400, 'ExpiredToken', 'The provided token has expired.'),
  tooLarge: () =>
    new StorageError(
      'EntityTooLarge',
      413,
      'Payload too large',
      'The object exceeded the maximum allowed size',
    ),
  invalidMimeType: (type: string) =>
    new StorageError('InvalidMimeType', 415, 'invalid_mime_type', `mime type ${type} is not supported`),
  invalidKey: (name: string) => new StorageError('InvalidKey', 400, 'InvalidKey', `Invalid key: ${name}`),
  invalidBucketName: () => new StorageError('InvalidBucketName', 400, 'Invalid Input', 'Bucket name invalid'),
  invalidRequest: (message: string) => new StorageError('InvalidRequest', 400, 'invalid_request', message),
  /** The official service forwards the errors of its image server, with 422 for an invalid image. */
  noPicture: (message: string) => new StorageError('InvalidRequest', 422, 'invalid_request', message),
  invalidRange: () =>
    new StorageError('InvalidRange', 416, 'InvalidRange', 'The requested range is not satisfiable', 416),
  slowDown: () =>
    new StorageError('SlowDown', 429, 'too_many_connections', 'Too many connections, try again', 429),
  databaseTimeout: () =>
    new StorageError('DatabaseTimeout', 544, 'DatabaseTimeout', 'The database did not answer in time', 544),
  databaseLost: () =>
    new StorageError(
      'ServiceUnavailable',
      503,
      'service_unavailable',
      'The database can’t be reached. Try again in a moment.',
      503,
    ),
  heldUp: () =>
    new StorageError(
      'LockTimeout',
      503,
      'acquiring_lock_timeout',
      'Others are changing the same objects. Try again in a moment.',
      503,
    ),
  storeTimeout: () =>
    new StorageError(
      'GatewayTimeout',
      504,
      'gateway_timeout',
      'The picture could not be read in time. Try again in a while.',
      504,
    ),
  storeUnavailable: () =>
    new StorageError('ServiceUnavailable', 503, 'service_unavailable', FILES_UNAVAILABLE, 503),
  diskFull: () => new StorageError('InsufficientStorage', 507, 'insufficient_storage', DISK_IS_FULL, 507),
  internal: () => new StorageError('InternalError', 500, 'Internal', 'Internal Server Error', 500),
} as const;

/** Maps a failure to a client error; null if it is our own fault. */
export function toStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (isDiskFull(error)) return refusals.diskFull();
  if (isHeldUp(error)) return refusals.heldUp();
  if (isLost(error)) return refusals.databaseLost();
  // Reported when it begins, not for each request.
  if (error instanceof ObjectStoreError) return refusals.storeUnavailable();
  if (error instanceof BodyError) {
    return error.status === 413 ? refusals.tooLarge() : refusals.invalidRequest(error.message);
  }
  return error instanceof DatabaseError ? fromDatabase(error) : null;
}

function fromDatabase({ code, message, details }: DatabaseError): StorageError | null {
  switch (code) {
    case '42501':
      return refusals.accessDenied(message);
    case '23505':
      return details.table === 'buckets' ? refusals.bucketExists() : refusals.keyExists();
    case '23503':
      return details.detail?.includes('still referenced') ? refusals.notEmpty() : refusals.noSuchBucket();
    case '53300':
    case 'PT429':
      return refusals.slowDown();
    case '57014':
      return refusals.databaseTimeout();
    // NUL and lone surrogates, which neither text nor jsonb can hold.
    case '22021':
    case '22P02':
    case '22P05':
    // Invalid times and time zones in a list cursor.
    case '22007':
    case '22008':
    case '22009':
      return refusals.invalidRequest(message);
    default:
      return null;
  }
}
