import type { Log } from '#server/lib/log.ts';
import { isPassing } from '#server/platform/db/passing.ts';

/** Delays between retries, in milliseconds; in total longer than a database restart, shorter than a lease. */
const WAITS = [100, 300, 1000, 3000, 6000];

/**
 * Retries a read or write that a run depends on, so that no run fails and no paid answer is lost because the
 * database is busy or restarting. A write may have been committed although it failed, so it must be fenced by
 * the attempt and idempotent, with the same result on a repeat.
 */
export async function persist<T>(log: Log, write: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error)) throw error;
      log.warn('the database was unavailable for a run, trying again', { error, wait });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return write();
}
