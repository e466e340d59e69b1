import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { timingJitter } from './timing-jitter.ts';

/**
 * Answers at the same moment whatever the work finds: a request that ends sooner when nobody has the address tells
 * whether somebody has. The work goes on beside the answer when it takes longer, and its failure is only logged.
 */
export interface ConstantTimeResponse {
  after(work: () => Promise<void>): Promise<void>;
  /** Waits for the works that are still going on. */
  drain(): Promise<void>;
}

/** Milliseconds. Longer than the work takes when the database is not busy, short enough for a person. */
const MOMENT = 300;
const BLUR = 40;

export function createConstantTimeResponse(log: Log, moment = MOMENT): ConstantTimeResponse {
  const going = new Set<Promise<void>>();
  return {
    async after(work) {
      const done = work()
        .catch((error: unknown) => log.error('work beside an answer failed', { error }))
        .finally(() => going.delete(done));
      going.add(done);
      await wait(moment);
      await timingJitter(BLUR);
    },
    async drain() {
      await Promise.all(going);
    },
  };
}
