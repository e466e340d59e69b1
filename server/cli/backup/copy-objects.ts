import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StorageConfig } from '../../config/read-storage.ts';
import type { Config } from '../../config.ts';
import { openS3 } from '../../open/files.ts';
import type { ObjectStore } from '../../providers/object-store/object-store.ts';
import { writeNew } from './copy-file.ts';
import type { Copied } from './copy-tree.ts';

/** Where a backup has files, as the disk does: restored, they're in the data folder. */
const FOLDERS = ['objects', 'objects/files'];
const AT_ONCE = 4;

/** The buckets that files are in. */
export const bucketsOf = ({ storage, otherStorage }: Config) =>
  [storage, otherStorage].filter(
    (place): place is Extract<StorageConfig, { kind: 's3' }> => place?.kind === 's3',
  );

/**
 * Copies the objects of all buckets that `copied` doesn't have yet. Nothing is deleted meanwhile; what is added may be
 * missing. Throws ObjectStoreError.
 */
export async function copyObjects(config: Config, data: string, copied: Copied): Promise<Copied> {
  const added: Copied = { folders: [], files: [] };
  for (const bucket of bucketsOf(config)) {
    const store = await openS3(bucket, config);
    try {
      await copyStore(store, data, { copied, added });
    } finally {
      store.close();
    }
  }
  return added;
}

async function copyStore(
  store: ObjectStore,
  data: string,
  { copied, added }: { readonly copied: Copied; readonly added: Copied },
): Promise<void> {
  const files = new Set([...copied.files, ...added.files].map(({ path }) => path));
  const folders = new Set([...copied.folders, ...added.folders]);
  const makeFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    mkdirSync(join(data, folder), { recursive: true });
    folders.add(folder);
    added.folders.push(folder);
  };
  for (const folder of FOLDERS) makeFolder(folder);
  const listed = store.list()[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let next = await listed.next(); next.done !== true; next = await listed.next()) {
      const path = `objects/files/${next.value.key}`;
      if (files.has(path)) continue;
      makeFolder(dirname(path));
      const copy = await copyObject(store, next.value.key, join(data, path));
      if (copy) added.files.push({ path, ...copy });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Null if it's gone: an upload that failed. */
async function copyObject(
  store: ObjectStore,
  key: string,
  to: string,
): Promise<{ size: number; sha256: string } | null> {
  const body = await store.get(key);
  if (body === null) return null;
  return writeNew(body, to);
}
