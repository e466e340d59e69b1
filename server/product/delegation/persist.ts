import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '#server/platform/db/database.ts';

/** SQLSTATE classes of troubles that pass: connection, resources, restart or time limit, deadlock or serialization. */
const PASSING = /^(08|53|57|40|25P)/;

/** Waits between tries, in milliseconds; together longer than an engine needs to restart, shorter than a lease. */
const WAITS = [100, 300, 1000, 3000, 6000];

/**
 * Reads or writes what a run cannot go on without. No run fails, and no answer that has been paid for is dropped,
 * because the database is busy or restarts just then: it is asked again. A write may have been committed all the
 * same, so it has to be fenced by the attempt, and to answer the second time what it would have answered the first.
 */
export async function persist<T>(log: Log, write: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseError && PASSING.test(error.code))) throw error;
      log.warn('the database was not there for a run and is asked again', { error, wait });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return write();
}
