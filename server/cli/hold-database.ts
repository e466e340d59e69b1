import type { Config } from '../config.ts';
import { DatabaseError } from '../platform/db/database.ts';
import { type FolderLock, lockFolder } from '../platform/db/pglite/folder-lock.ts';
import { OperatorError } from '../product/operator/operator-act.ts';

/** Keeps every program away from the files of the embedded database. Throws OperatorError where one has them open. */
export function holdDatabase({ database, dataDir }: Config): FolderLock {
  if (database.kind !== 'pglite') {
    throw new OperatorError(
      `This is for the embedded database. With DATABASE_URL, use pg_dump and pg_restore, and copy ${dataDir} beside.`,
    );
  }
  try {
    return lockFolder(database.folder);
  } catch (cause) {
    if (!(cause instanceof DatabaseError && cause.code === '55006')) throw cause;
    throw new OperatorError(`A program has the database in ${dataDir} open: stop it first.`, { cause });
  }
}

/** What lies in the data folder for the sake of a running program alone: its lock, and a database that is being made. */
export const isHeldBeside = (name: string): boolean => /^database\.(lock|new-)/.test(name);
