import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newToken } from '#server/lib/ids.ts';
import type { Database } from '../../db/database.ts';
import { KeysError } from './token-keys.ts';

/** Storage of an installation's generated keys. */
export type KeyStore =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'database'; readonly database: Database };

/**
 * Reads the stored keys, or creates them if there are none. If several processes start at once, one wins, and all get
 * its keys.
 */
export async function readOrCreate(store: KeyStore, create: () => Promise<object>): Promise<unknown> {
  return store.kind === 'file'
    ? readOrCreateFile(store.path, create)
    : readOrCreateRow(store.database, create);
}

async function readOrCreateFile(path: string, create: () => Promise<object>): Promise<unknown> {
  const kept = await readKept(path);
  if (kept !== undefined) return kept;
  await mkdir(dirname(path), { recursive: true });
  const made = join(dirname(path), `.keys-${newToken(8)}`);
  try {
    await writeSynced(made, JSON.stringify(await create(), null, 2));
    // link() fails if the file exists: the first writer wins, and nobody ever reads a partial file.
    await link(made, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(made, { force: true });
  }
  await syncFolder(dirname(path));
  return readKept(path);
}

async function readKept(path: string): Promise<unknown> {
  try {
    const text = await readFile(path, 'utf8');
    const mode = (await stat(path)).mode & 0o777;
    // A restored backup or a careless copy may have loosened its permissions.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, 0o600);
    return JSON.parse(text);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    // Never replaced silently: new keys would sign everybody out.
    throw new KeysError(`${path} doesn't contain valid keys. Restore it, or delete it to create new ones`, {
      cause,
    });
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readOrCreateRow(database: Database, create: () => Promise<object>): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    const rows = await database.query<{ content: unknown }>('select content from private.platform_keys');
    return rows[0]?.content;
  };
  const kept = await read();
  if (kept !== undefined) return kept;
  await database.query('insert into private.platform_keys (content) values ($1) on conflict do nothing', [
    await create(),
  ]);
  return read();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
