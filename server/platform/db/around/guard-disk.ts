import { DISK_IS_FULL, type DiskWatch } from '#server/lib/disk-space.ts';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError } from '../database.ts';
import { DISK_FULL, isDiskFull } from '../disk-full.ts';
import { LOST } from '../lost.ts';
import { aroundDatabase } from './around-database.ts';

/** SQLSTATE of a rejected write in read-only mode. */
const READ_ONLY = '25006';

/**
 * Keeps an embedded database readable on a disk that fills up. An engine without room for its log crashes and can't
 * be reopened until there is some, so writes are rejected before that, and allowed again later. Any disk-full
 * condition is reported as 53100, with a message that names no file.
 */
export async function guardDisk(
  database: Database,
  { disk, log }: { readonly disk: DiskWatch; readonly log: Log },
): Promise<Database> {
  let last = Promise.resolve();
  const apply = (): Promise<void> => {
    last = last
      .then(async () => {
        const wanted = disk.state() === 'full' ? 'on' : 'off';
        await database.exec(`set default_transaction_read_only = ${wanted}`);
      })
      .catch((error: unknown) => log.warn("couldn't tell the database about the disk", { error }));
    return last;
  };
  const isEmbedded = database.engine === 'pglite';
  if (isEmbedded) {
    disk.onChange(() => void apply());
    database.onReopen(() => void apply());
    if (disk.state() === 'full') await apply();
  }

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await inOneError(error);
    }
  }

  async function inOneError(error: unknown): Promise<unknown> {
    if (!(error instanceof DatabaseError)) return error;
    const isRefused = isEmbedded && (error.code === READ_ONLY || error.code === LOST);
    if (!isDiskFull(error) && !(isRefused && (await disk.look()) === 'full')) return error;
    const { unknown } = error.details;
    return new DatabaseError(DISK_FULL, DISK_IS_FULL, {
      cause: error,
      ...(unknown === undefined ? {} : { unknown }),
    });
  }

  return aroundDatabase(database, (_work, run) => translated(run));
}
