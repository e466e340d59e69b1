import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { openIncoming } from './incoming.ts';
import { nullIfMissing } from './missing-file.ts';
import { assertObjectKey, isObjectKey, type ListedObject, type ObjectStore } from './object-store.ts';

export interface DiskStoreOptions {
  readonly folder: string;
  /** Throws if writes are rejected, because the last space on the disk isn't for files. Default: no check. */
  readonly assertRoom?: () => Promise<void>;
}

/** Files in a folder on this machine. A put renames a synced file, so that a crash leaves all of it or nothing. */
export async function createDiskStore({
  folder,
  assertRoom = async () => {},
}: DiskStoreOptions): Promise<ObjectStore> {
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 });
  const incoming = await openIncoming({ folder: join(folder, 'incoming'), assertRoom, isSynced: true });

  const pathOf = (key: string): string => {
    assertObjectKey(key);
    return join(files, key);
  };

  return {
    async put(key, body, options) {
      const target = pathOf(key);
      return incoming.receive(body, options, async ({ path }) => {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(path, target);
        await syncFolders(dirname(target), files);
      });
    },
    async get(key, range) {
      const file = await open(pathOf(key)).catch(nullIfMissing);
      if (file === null) return null;
      const stream = file.createReadStream(range ?? {});
      return Readable.toWeb(stream);
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async has(key) {
      return (await stat(pathOf(key)).catch(nullIfMissing)) !== null;
    },
    list: () => filesIn(files),
    removeUnfinished: () => incoming.removeAbandoned(),
  };
}

/** Syncs the folders, since otherwise a rename, or a new folder, may not survive a power failure. */
async function syncFolders(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === to) return;
  }
}

/** In the order of the whole keys: `a-b` comes before `a/b`. */
async function* filesIn(folder: string, inside = ''): AsyncGenerator<ListedObject> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
  for (const name of names) {
    const key = `${inside}${name}`;
    if (name.endsWith('/')) yield* filesIn(folder, key);
    else if (isObjectKey(key)) {
      const found = await stat(join(folder, key)).catch(nullIfMissing);
      if (found) yield { key, size: found.size, modified: found.mtime };
    }
  }
}
