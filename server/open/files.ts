import { join } from 'node:path';
import type { S3Config, StorageConfig } from '../config/read-storage.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { createDiskStore } from '../providers/object-store/disk.ts';
import type { ObjectStore, StoreState } from '../providers/object-store/object-store.ts';
import { createS3Store, type S3Store } from '../providers/object-store/s3/s3.ts';
import { inTwoPlaces } from '../providers/object-store/two-places.ts';
import { watchStore } from '../providers/object-store/watch-store.ts';
import { identifyFolder } from './shared-files.ts';

/** A place for files. */
export interface FilePlace {
  /** For people. */
  readonly name: string;
  /** The setting that names it. */
  readonly setting: string;
  /** Returns the place's own id. Throws as the store does. */
  identify(): Promise<string>;
  readonly store: ObjectStore;
  state(): StoreState;
  stop(): void;
}

export interface Files {
  /** Where files are written to. */
  readonly main: FilePlace;
  /** Where others still are; null if none. */
  readonly other: FilePlace | null;
  /** Both together. */
  readonly store: ObjectStore;
  state(): StoreState;
  stop(): void;
}

export interface FilesOptions {
  /** Throws if the last space on the disk isn't for files. */
  readonly assertRoom: () => Promise<void>;
  readonly log: Log;
}

type FilesConfig = Pick<Config, 'storage' | 'otherStorage' | 'dataDir'>;

/** Folder of files, and of those that are being received. */
const objectsFolder = (dataDir: string): string => join(dataDir, 'objects');

/** Opens the places for the bytes of files. One that doesn't answer now is waited for: the rest works without it. */
export async function openFiles(config: FilesConfig, options: FilesOptions): Promise<Files> {
  const { dataDir, storage, otherStorage } = config;
  const main = await openPlace(storage, dataDir, { ...options, setting: 'STORAGE_URL' });
  const other =
    otherStorage && (await openPlace(otherStorage, dataDir, { ...options, setting: 'STORAGE_OTHER_URL' }));
  const places = other ? [main, other] : [main];
  return {
    main,
    other,
    store: other ? inTwoPlaces(main.store, other.store) : main.store,
    state: () => places.map((place) => place.state()).find((state) => state !== 'ok') ?? 'ok',
    stop() {
      for (const place of places) place.stop();
    },
  };
}

async function openPlace(
  storage: StorageConfig,
  dataDir: string,
  { assertRoom, log, setting }: FilesOptions & { readonly setting: string },
): Promise<FilePlace> {
  // The disk is watched already, with the database's share of it.
  if (storage.kind === 'disk') {
    return {
      name: dataDir,
      setting: 'DATA_DIR',
      identify: () => identifyFolder(dataDir),
      store: await createDiskStore({ folder: objectsFolder(dataDir), assertRoom }),
      state: () => 'ok',
      stop() {},
    };
  }
  const s3 = await openS3(storage, { dataDir, assertRoom });
  const watch = watchStore(s3, { name: storage.name, probe: () => s3.probe(), log });
  watch.start();
  return {
    name: storage.name,
    setting,
    identify: () => s3.identify(),
    store: watch.store,
    state: () => watch.state(),
    stop() {
      watch.stop();
      s3.close();
    },
  };
}

export function openS3(
  storage: S3Config,
  { dataDir, assertRoom }: { readonly dataDir: string; readonly assertRoom?: () => Promise<void> },
): Promise<S3Store> {
  const incoming = join(objectsFolder(dataDir), 'incoming');
  return createS3Store({ ...storage, incoming, ...(assertRoom && { assertRoom }) });
}
