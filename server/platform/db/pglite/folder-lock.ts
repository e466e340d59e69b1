import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database.ts';

export interface FolderLock {
  release(): void;
  /** Releases the lock and deletes its file, for a folder that turned out not to be needed. */
  remove(): void;
}

/**
 * Locks a database folder against other processes: two writers corrupt it, and PGlite has no lock of its own.
 * SQLite's exclusive lock ends with the process, even after `kill -9`.
 *
 * @NOTE Never open `<folder>.lock` in any other way inside this process: closing any descriptor of a file releases
 * the process's POSIX locks on it (measured).
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(path.dirname(folder), { recursive: true });
  const database = new DatabaseSync(`${folder}.lock`);
  try {
    database.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    const message = `the database folder ${folder} is in use by another process. Stop that process or set another DATA_DIR`;
    throw new DatabaseError('55006', message, { cause });
  }
  const release = (): void => {
    if (database.isOpen) database.close();
  };
  return {
    release,
    remove() {
      // Before releasing the lock: afterwards the file may be another process's lock.
      rmSync(`${folder}.lock`, { force: true });
      release();
      for (const more of ['-journal', '-wal', '-shm']) rmSync(`${folder}.lock${more}`, { force: true });
    },
  };
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
