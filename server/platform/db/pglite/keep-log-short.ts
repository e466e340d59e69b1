import type { Log } from '#server/lib/log.ts';
import type { Database } from '../database.ts';

/** Two files of the log: what a start after a crash repeats in well under a second. */
const LENGTH = 32 * 1024 * 1024;
const INTERVAL = 30_000;
const LIMIT = 120_000;

export interface LogKeeper {
  stop(): void;
}

/**
 * Lets the embedded engine write what it has changed into its tables, so that it can give up its log of it. On a
 * server a process of its own does that; PGlite has none, and its log would grow until the next stop: it grew by
 * 16 MB with each 10 MB that were written (measured).
 */
export function keepLogShort(
  database: Database,
  { log, isHeld }: { readonly log: Log /** A backup needs the log whole. */; readonly isHeld: () => boolean },
): LogKeeper {
  let isBusy = false;
  const look = async (): Promise<void> => {
    if (isBusy || isHeld()) return;
    isBusy = true;
    try {
      await shortenLog(database, { longerThan: LENGTH, isHeld });
    } catch (error) {
      log.warn('the log of the database could not be shortened', { error });
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), INTERVAL);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** True when there was so much of it that it was shortened. */
export async function shortenLog(
  database: Database,
  { longerThan, isHeld }: { readonly longerThan: number; readonly isHeld: () => boolean },
): Promise<boolean> {
  const [row] = await database.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  );
  if ((row?.bytes ?? 0) < longerThan || isHeld()) return false;
  await database.exec('checkpoint', { limit: LIMIT });
  return true;
}
