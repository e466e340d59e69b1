import type { S3Simulator } from '#simulators/s3/start-s3-simulator.ts';

/** The simulator's bucket, or a folder in it, as an operator writes it. */
export function storageUrlOf({ url, bucket, account }: S3Simulator, folder = ''): string {
  const { accessKeyId, secretAccessKey, region } = account;
  const key = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  return `s3://${key}@${new URL(url).host}/${bucket}${folder && `/${folder}`}?region=${region}&tls=off`;
}
