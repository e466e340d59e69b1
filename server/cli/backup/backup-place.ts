import { readBackupAddress, S3_ADDRESS, type S3Config } from '../../config/read-storage.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import type { BackupContents } from './backup-manifest.ts';
import { createInBucket, findInBucket } from './bucket-place.ts';
import type { Written } from './copy-file.ts';
import { createInFolder, findInFolder } from './folder-place.ts';

/** A backup that is being made, and none before `complete`. Paths are relative, with forward slashes. */
export interface NewBackup {
  /** For people. */
  readonly name: string;
  /** How many files are best written at the same time. */
  readonly atOnce: number;
  makeFolder(path: string): void;
  /** Writes a file, and returns its size and hash computed on the way. */
  write(path: string, body: AsyncIterable<Uint8Array>): Promise<Written>;
  /** Removes a folder with everything in it. */
  remove(path: string): Promise<void>;
  /** Writes the list of its contents last, when all of them are there to stay. Returns a note for people, or null. */
  complete(contents: BackupContents): Promise<string | null>;
  /** Removes what there is of it. */
  discard(): Promise<void>;
  close(): void;
}

/** A complete backup. */
export interface FoundBackup {
  readonly name: string;
  readonly contents: BackupContents;
  /** How many files are best read at the same time. */
  readonly atOnce: number;
  /** Null if the file is missing. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  close(): void;
}

/** Begins a backup in a new folder of the disk or of a bucket. Throws OperatorError. */
export async function createBackup(
  config: Config,
  address: string,
  patience?: RetryOptions,
): Promise<NewBackup> {
  if (!isBucket(address)) return createInFolder(address, config.dataDir);
  const place = readAddress(config, address);
  for (const files of [config.storage, config.otherStorage]) {
    if (files?.kind !== 's3' || files.endpoint !== place.endpoint || files.bucket !== place.bucket) continue;
    if (!place.prefix.startsWith(files.prefix)) continue;
    throw new OperatorError(
      `${place.name} is among the files in ${files.name}. Choose another bucket, or a folder beside them.`,
    );
  }
  return createInBucket(place, patience);
}

/** Throws OperatorError if there is none, or its list has been changed. */
export async function findBackup(
  config: Config,
  address: string,
  patience?: RetryOptions,
): Promise<FoundBackup> {
  return isBucket(address) ? findInBucket(readAddress(config, address), patience) : findInFolder(address);
}

const isBucket = (address: string): boolean => address.startsWith('s3://');

function readAddress(config: Config, address: string): S3Config {
  const place = readBackupAddress(address, config);
  // The address isn't repeated, since it may hold a secret.
  if (place === null) throw new OperatorError(`The address of a backup must be ${S3_ADDRESS}.`);
  return place;
}
