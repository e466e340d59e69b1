import type { Log } from '#server/lib/log.ts';
import { isPassing } from '#server/platform/db/passing.ts';
import { ObjectStoreError } from '#server/providers/object-store/object-store.ts';

/** Delays before the first retries, and before all others, in milliseconds. */
const WAITS = [100, 300, 1000];
const LATER = 2_000;
/** Milliseconds for which a run that is over, or whose process stops, is still written: longer than a database restart. */
const AT_LEAST = 10_000;

/** A run at work. */
export interface Patience {
  readonly log: Log;
  /** Aborts when the run must end: at its deadline at the latest. */
  readonly stop: AbortSignal;
}

/**
 * Retries a read or write that a run depends on, for as long as the run has time, so that no run fails and no paid
 * answer is lost because the database, or the store for files, is busy or away. While the database is away for
 * everybody, nobody else can claim the run; if it's away for this process alone, the lease expires, and the write is
 * refused once it arrives. A write may have been committed although it failed, so it must be fenced by the attempt and
 * idempotent, with the same result on a repeat.
 */
export async function persist<T>({ log, stop }: Patience, write: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const mayGoOn = (): boolean => !stop.aborted || performance.now() - began < AT_LEAST;
  for (let tries = 0; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!mayPass(error) || !mayGoOn()) throw error;
      if (tries === 0) log.warn('the database was unavailable for a run, trying again', { error });
      await pause(WAITS[tries] ?? LATER, stop);
    }
  }
}

const mayPass = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ObjectStoreError && error.kind === 'unreachable');

/** An abort shortens the wait: what has been tried for long enough is tried once more. */
async function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = (): void => resolve();
  stop.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  stop.removeEventListener('abort', end);
}
