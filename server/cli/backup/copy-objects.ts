import { posix } from 'node:path';
import type { StorageConfig } from '../../config/read-storage.ts';
import type { Config } from '../../config.ts';
import { eachAtOnce } from '../../lib/at-once.ts';
import { openS3 } from '../../open/files.ts';
import type { ObjectStore } from '../../providers/object-store/object-store.ts';
import type { NewBackup } from './backup-place.ts';
import type { Copied } from './copy-tree.ts';
import { nameStore, nameStream } from './name-store.ts';

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
 * missing. Throws OperatorError.
 */
export async function copyObjects(config: Config, to: NewBackup, copied: Copied): Promise<Copied> {
  const added: Copied = { folders: [], files: [] };
  for (const bucket of bucketsOf(config)) {
    const store = await openS3(bucket, config);
    try {
      await copyStore({ store, name: bucket.name }, to, { copied, added });
    } finally {
      store.close();
    }
  }
  return added;
}

async function copyStore(
  { store, name }: { readonly store: ObjectStore; readonly name: string },
  to: NewBackup,
  { copied, added }: { readonly copied: Copied; readonly added: Copied },
): Promise<void> {
  const files = new Set([...copied.files, ...added.files].map(({ path }) => path));
  const folders = new Set([...copied.folders, ...added.folders]);
  const makeFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    to.makeFolder(folder);
    folders.add(folder);
    added.folders.push(folder);
  };
  for (const folder of FOLDERS) makeFolder(folder);
  await eachAtOnce(nameStream(name, store.list()), AT_ONCE, async ({ key }) => {
    const path = `objects/files/${key}`;
    if (files.has(path)) return;
    makeFolder(posix.dirname(path));
    const body = await nameStore(name, () => store.get(key));
    // Null if it's gone: an upload that failed.
    if (body) added.files.push({ path, ...(await to.write(path, nameStream(name, body))) });
  });
}
