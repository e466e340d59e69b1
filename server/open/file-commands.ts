import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { checkFiles } from '../platform/storage/care/check-files.ts';
import { OperatorError } from '../product/operator/operator-act.ts';
import type { FileCommands } from '../product/operator/operator-room.ts';
import { keepWhileHeld, type MayDelete } from '../providers/object-store/keep-while-held.ts';
import { moveObjects } from '../providers/object-store/move-objects.ts';
import { ObjectStoreError, ObjectsHeldError } from '../providers/object-store/object-store.ts';
import type { Files } from './files.ts';

/** Milliseconds for which one call moves files; the command line calls until all are moved. */
const MOVED_FOR = 20_000;

export interface FileCommandDeps {
  readonly database: Database;
  readonly files: Files;
  readonly mayDelete: MayDelete;
  readonly log: Log;
}

/** What an operator may ask for about files, of a running server or in a process of its own. */
export function createFileCommands({ database, files, mayDelete, log }: FileCommandDeps): FileCommands {
  return new Map<string, () => Promise<Readonly<Record<string, unknown>>>>([
    [
      'check-files',
      async () => {
        const parts = { database, objectStore: keepWhileHeld(files.store, mayDelete), log };
        const { lost, lostVersions, ...found } = await inWords(() => checkFiles(parts));
        return { sound: lost === 0, ...found, lost, ...(lost > 0 && { versions: lostVersions.join(', ') }) };
      },
    ],
    [
      'move-files',
      async () => {
        const { main, other } = files;
        if (other === null) {
          throw new OperatorError(
            'Set STORAGE_OTHER_URL to the place from which files are moved (disk, or a bucket), and restart Errand.',
          );
        }
        const from = keepWhileHeld(other.store, mayDelete);
        const moved = await inWords(() => moveObjects(from, main.store, { limit: MOVED_FOR }));
        return { ...moved, from: other.name, to: main.name };
      },
    ],
  ]);
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectsHeldError) {
      throw new OperatorError('A backup is being made. Run this again when it has ended.', { cause: error });
    }
    if (error instanceof ObjectStoreError) {
      throw new OperatorError(
        `The store for files failed: ${error.message}. Nothing is lost: run this again.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
