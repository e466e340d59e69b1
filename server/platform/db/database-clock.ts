import { type Clock, systemClock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from './database.ts';

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** Milliseconds between two looks at the database's clock. */
const EVERY = 10_000;
/** Milliseconds that an answer may take to be precise enough. */
const SLOWEST = 1_000;
/** Milliseconds that the clocks of machines differ by anyway. */
const USUAL = 500;
/** Milliseconds that an operator should know of. */
const NOTABLE = 5_000;

/**
 * The time of the database's machine. Processes on machines whose clocks differ agree by it on when a token was issued,
 * a link expires, and an attempt was made.
 */
export async function openDatabaseClock(
  database: Database,
  { log, every = EVERY }: { readonly log: Log; readonly every?: number },
): Promise<DatabaseClock> {
  if (database.engine === 'pglite') return { ...systemClock, stop: () => {} }; // on the same machine
  /** What is to be added to this machine's clock, in milliseconds. */
  let offset = 0;
  let isNotable = false;

  async function look(): Promise<void> {
    const begun = performance.now();
    const [row] = await database.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    );
    const took = performance.now() - begun;
    if (!row || took > SLOWEST) return;
    const found = row.at + took / 2 - Date.now();
    offset = Math.abs(found) < USUAL ? 0 : found;
    tell();
  }

  function tell(): void {
    const wasNotable = isNotable;
    isNotable = Math.abs(offset) >= NOTABLE;
    if (isNotable === wasNotable) return;
    const seconds = Math.round(-offset / 1000);
    if (isNotable)
      log.warn(
        "this machine's clock differs from the database's, which counts: set both by a time server (NTP)",
        {
          seconds_ahead: seconds,
        },
      );
    else log.info("this machine's clock agrees with the database's again");
  }

  const lookAgain = (): Promise<void> => look().catch(() => {}); // the last offset is the best one known
  await look();
  const timer = setInterval(() => void lookAgain(), every).unref();
  return { now: () => new Date(Date.now() + offset), stop: () => clearInterval(timer) };
}
