import type { S3Server } from '#tests/engines/s3-server.ts';

type Bucket = Pick<S3Server, 'url' | 'bucket' | 'account'>;

/** A server's bucket, or a folder in it, as an operator writes it. */
export function storageUrlOf({ url, bucket, account }: Bucket, folder = ''): string {
  const { accessKeyId, secretAccessKey, region } = account;
  const key = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  return `s3://${key}@${new URL(url).host}/${bucket}${folder && `/${folder}`}?region=${region}&tls=off`;
}
