/**
 * What S3 refuses, with its code and status. Unless another page is named beside an entry, the source is
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
 */
const STATUS = {
  AccessDenied: 403,
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html: the scope names the bucket's region.
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html#API_CompleteMultipartUpload_Errors
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  // Both as EntityTooSmall.
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html: at most 1,024 bytes.
  KeyTooLongError: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  // https://docs.ceph.com/en/latest/radosgw/s3/#common-errors, the answer of a full Ceph.
  QuotaExceeded: 403,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3Code = keyof typeof STATUS;

export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  readonly code: S3Code;
  readonly status: number;

  constructor(code: S3Code, message: string = code) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }

  toXml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escapeXml(this.message)}</Message><RequestId>1</RequestId></Error>`;
  }
}

export const escapeXml = (text: string): string =>
  text.replace(/[<>&"]/g, (char) => `&#${char.codePointAt(0)};`);
