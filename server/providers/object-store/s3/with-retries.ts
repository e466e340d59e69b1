import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { readFailure } from './s3-failure.ts';

export type WithRetries = <T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export interface RetryOptions {
  /** Milliseconds without a byte in either direction until a request is given up. */
  readonly silence: number;
  /** How often a request is tried. */
  readonly attempts?: number;
  /** Milliseconds for one request, however slow the service is: it sends 16 MB at most, or begins to answer. */
  readonly longest?: number;
}

/**
 * Performs a request, again if it may succeed in a moment. Attempts give up after `silence` milliseconds without a byte;
 * if none is answered, the last one ends within 2.4 times that. Throws ObjectStoreError or DiskFullError.
 */
export function createRetries({ silence, attempts = 3, longest = 60_000 }: RetryOptions): WithRetries {
  const [firstPause, lastBegin] = [silence / 25, silence * 1.4];
  return async (attempt, signal) => {
    const begun = Date.now();
    for (let made = 1; ; made += 1) {
      signal?.throwIfAborted();
      const late = timeoutSignal(longest);
      try {
        return await attempt(signal ? AbortSignal.any([signal, late]) : late);
      } catch (thrown) {
        signal?.throwIfAborted();
        const { error, isRetryable } = readFailure(thrown);
        const pause = firstPause * 4 ** (made - 1) * (0.5 + Math.random());
        const isLast = made === attempts || Date.now() + pause - begun > lastBegin;
        if (!isRetryable || isLast) throw error;
        await sleep(pause);
      }
    }
  };
}
