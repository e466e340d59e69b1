import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupContents } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';

export type Copied = Pick<BackupContents, 'folders' | 'files'>;

export interface CopyOptions {
  /** True for a path (relative, with forward slashes) to be left out with everything in it. */
  readonly skips?: (path: string) => boolean;
  /** True for a path that may disappear during the copy, because a program is running there. */
  readonly mayVanish?: (path: string) => boolean;
}

/** Copies a folder to a new place and returns its contents. */
export async function copyTree(
  from: string,
  to: string,
  { skips = () => false, mayVanish = () => false }: CopyOptions = {},
): Promise<Copied> {
  const copied: Copied = { folders: [], files: [] };
  mkdirSync(to, { recursive: true });
  const copyInto = async (inside: string): Promise<void> => {
    for (const name of readdirSync(join(from, inside)).toSorted()) {
      const path = inside === '' ? name : `${inside}/${name}`;
      if (skips(path)) continue;
      await copyOne(path).catch((error: unknown) => {
        if (!(isMissing(error) && mayVanish(path))) throw error;
      });
    }
  };
  const copyOne = async (path: string): Promise<void> => {
    const found = statSync(join(from, path));
    if (found.isDirectory()) {
      mkdirSync(join(to, path));
      copied.folders.push(path);
      await copyInto(path);
    } else if (found.isFile()) {
      copied.files.push({ path, ...(await copyFile(join(from, path), join(to, path))) });
    }
  };
  await copyInto('');
  return copied;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
