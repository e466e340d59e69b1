import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for a random time of up to `most` milliseconds. It hides differences in the work of fractions of a
 * millisecond (measured: 0.2 to 1 ms between a known and an unknown address) even from hundreds of timings.
 */
export async function timingJitter(most: number): Promise<void> {
  await wait(randomInt(most + 1));
}
