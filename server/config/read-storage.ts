import { z } from 'zod';
import type { S3Credentials, S3Place } from '#server/providers/object-store/s3/connection.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** Where the bytes of files are. */
export type StorageConfig = { readonly kind: 'disk' } | S3Config;

export interface S3Config extends S3Place {
  readonly kind: 's3';
  /** For people: without its key. */
  readonly name: string;
}

const DISK = 'disk';
/** How an address is written. */
export const S3_ADDRESS =
  's3://HOST/BUCKET or s3://KEY:SECRET@HOST/BUCKET, such as s3://s3.eu-central-1.amazonaws.com/errand-files, with ?region=, tls=off or style=path|virtual if needed. Write / + @ : % in a secret as %2F %2B %40 %3A %25, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const options = z.strictObject({
  region: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
  tls: z.enum(['on', 'off']).default('on'),
  style: z.enum(['path', 'virtual']).optional(),
});

/** Where files are, and where others still are while they're moved. */
export interface Storage {
  readonly storage: StorageConfig;
  /** Null: nowhere else. */
  readonly otherStorage: StorageConfig | null;
  /** For addresses that leave it out. */
  readonly aws: AwsSettings;
}

interface AwsSettings {
  readonly region: string | null;
  readonly credentials: S3Credentials | null;
}

export function readStorage(env: EnvironmentReader): Storage {
  const aws = readAws(env);
  const storage = readPlace(env, 'STORAGE_URL', aws) ?? { kind: 'disk' };
  const otherStorage = readPlace(env, 'STORAGE_OTHER_URL', aws);
  if (otherStorage !== null && nameOf(storage) === nameOf(otherStorage)) {
    env.problem('STORAGE_OTHER_URL: is the place of STORAGE_URL. Name the one that files are moved from');
  }
  return { storage, otherStorage, aws };
}

const nameOf = (place: StorageConfig): string => (place.kind === 'disk' ? DISK : place.name);

/** Null if it isn't set. */
function readPlace(env: EnvironmentReader, setting: string, aws: AwsSettings): StorageConfig | null {
  const text = env.text(setting);
  if (text === null) return null;
  if (text === DISK) return { kind: 'disk' };
  const place = parsePlace(text, aws);
  if (place === null) env.problem(`${setting}: must be disk, ${S3_ADDRESS}`);
  return place;
}

function parsePlace(text: string, aws: AwsSettings): S3Config | null {
  const address = parse(text);
  if (address === null) return null;
  const { region, credentials, ...place } = address;
  return {
    kind: 's3',
    ...place,
    // Services with one region accept this one, or are told theirs.
    region: region ?? aws.region ?? 'us-east-1',
    credentials: credentials ?? aws.credentials,
  };
}

/**
 * Reads the address of a backup, null if it isn't one. What it leaves out is as for the files if they're at the same
 * host; a key of AWS's variables comes first, because it may have fewer rights.
 */
export function readBackupAddress(text: string, { storage, otherStorage, aws }: Storage): S3Config | null {
  const endpoint = parse(text)?.endpoint;
  const files = [storage, otherStorage].find((place) => place?.kind === 's3' && place.endpoint === endpoint);
  if (files?.kind !== 's3') return parsePlace(text, aws);
  return parsePlace(text, { region: files.region, credentials: aws.credentials ?? files.credentials });
}

/** Null if it isn't such an address. */
function parse(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.hash !== '') return null;
  const query = options.safeParse(Object.fromEntries(url.searchParams)).data;
  const [key, secret] = [decode(url.username), decode(url.password)];
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (key === null || secret === null || (key === '') !== (secret === '')) return null;
  if (!query || !BUCKET.test(bucket) || !folders.every(isFolder)) return null;
  const isAws = /\.amazonaws\.com(\.cn)?$/.test(url.hostname);
  return {
    name: `s3://${[url.host, bucket, ...folders].join('/')}`,
    endpoint: `${query.tls === 'on' ? 'https' : 'http'}://${url.host}`,
    region: query.region ?? /^s3[.-]([a-z]+(?:-[a-z]+)+-\d)\./.exec(url.hostname)?.[1] ?? null,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    // Certificates for *.s3.… don't fit a name with a dot.
    pathStyle: query.style === undefined ? !isAws || bucket.includes('.') : query.style === 'path',
    credentials: key === '' ? null : { accessKeyId: key, secretAccessKey: secret },
  };
}

const isFolder = (part: string): boolean => /^[\w-][\w.-]*$/.test(part);

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The variables that AWS's own programs read. */
function readAws(env: EnvironmentReader): AwsSettings {
  const [accessKeyId, secretAccessKey] = [env.text('AWS_ACCESS_KEY_ID'), env.text('AWS_SECRET_ACCESS_KEY')];
  const sessionToken = env.text('AWS_SESSION_TOKEN');
  return {
    region: env.text('AWS_REGION'),
    credentials:
      accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
  };
}
