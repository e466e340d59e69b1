import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseError } from '../database.ts';

/**
 * Makes a new database folder that is either complete and on disk, or not there at all. PGlite copies initdb's 971
 * files into place without one fsync, and PostgreSQL later flushes only what it changes: a power cut soon after the
 * first start could take the catalogues.
 */
export async function createFolder(folder: string, open: (folder: string) => PGlite): Promise<void> {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new DatabaseError('55000', `${folder} is not a database folder, and it is not empty`);
  }
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = open(unfinished);
  await database.waitReady;
  await database.close();
  flushTree(unfinished);
  rmSync(folder, { recursive: true, force: true }); // empty, as checked above
  renameSync(unfinished, folder);
  flush(path.dirname(folder));
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) flushTree(child);
    else flush(child);
  }
  flush(folder);
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
