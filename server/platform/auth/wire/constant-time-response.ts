import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { timingJitter } from './timing-jitter.ts';

/**
 * Answers after a fixed time, whatever the work finds: a faster answer for an unknown address would reveal whether it
 * has an account. Longer work continues in the background, and its failure is only logged.
 */
export interface ConstantTimeResponse {
  after(work: () => Promise<void>): Promise<void>;
  /** Waits for work that is still running. */
  drain(): Promise<void>;
}

/** Milliseconds. Longer than the work takes on an idle database, and short enough for a person. */
const MOMENT = 300;
const JITTER_MS = 40;

export function createConstantTimeResponse(log: Log, moment = MOMENT): ConstantTimeResponse {
  const going = new Set<Promise<void>>();
  return {
    async after(work) {
      const done = work()
        .catch((error: unknown) => log.error('work beside an answer failed', { error }))
        .finally(() => going.delete(done));
      going.add(done);
      await wait(moment);
      await timingJitter(JITTER_MS);
    },
    async drain() {
      await Promise.all(going);
    },
  };
}
