import { createReadStream, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { eachAtOnce } from '../../lib/at-once.ts';
import type { BackupContents } from './backup-manifest.ts';
import type { NewBackup } from './backup-place.ts';

export type Copied = Pick<BackupContents, 'folders' | 'files'>;

export interface CopyOptions {
  /** Folder of the backup that it's copied into. Default: the backup's own. */
  readonly into?: string;
  /** True for a path (relative, with forward slashes) to be left out with everything in it. */
  readonly skips?: (path: string) => boolean;
  /** True for a path that may disappear during the copy, because a program is running there. */
  readonly mayVanish?: (path: string) => boolean;
}

/** Copies a folder into a backup and returns its contents. */
export async function copyTree(
  from: string,
  to: NewBackup,
  { into = '', skips = () => false, mayVanish = () => false }: CopyOptions = {},
): Promise<Copied> {
  const copied: Copied = { folders: [], files: [] };
  const placeOf = (path: string): string => [into, path].filter((part) => part !== '').join('/');
  const addFolder = (path: string): void => {
    to.makeFolder(path);
    copied.folders.push(path);
  };
  const orGone = async <T>(path: string, work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (isMissing(error) && path !== '' && mayVanish(path)) return null;
      throw error;
    }
  };
  async function* filesIn(inside: string): AsyncGenerator<string> {
    const names = (await orGone(inside, () => readdirSync(join(from, inside)))) ?? [];
    for (const name of names.toSorted()) {
      const path = inside === '' ? name : `${inside}/${name}`;
      if (skips(path)) continue;
      const found: Stats | null = await orGone(path, () => statSync(join(from, path)));
      if (found?.isFile()) yield path;
      if (!found?.isDirectory()) continue;
      addFolder(placeOf(path));
      yield* filesIn(path);
    }
  }
  if (into !== '') addFolder(into);
  await eachAtOnce(filesIn(''), to.atOnce, async (path) => {
    const place = placeOf(path);
    const written = await orGone(path, () => to.write(place, createReadStream(join(from, path))));
    if (written) copied.files.push({ path: place, ...written });
  });
  return copied;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
