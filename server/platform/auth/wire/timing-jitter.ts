import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for a random time up to `most` milliseconds. Two answers that differ by fractions of a millisecond in the
 * work behind them (measured: 0.2 to 1 ms between a known and an unknown address) then cannot be told apart by hundreds
 * of timings.
 */
export async function timingJitter(most: number): Promise<void> {
  await wait(randomInt(most + 1));
}
