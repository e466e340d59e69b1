/** Milliseconds that a statement may take without making anybody wait for long. */
export const SLICE = 120;
/** Each millisecond beyond the slice costs as much as so many within it. */
const DEARER = 20;
const CAPACITY = 10_000;
/** A quarter of the engine's time. */
const REFILL_PER_SECOND = 250;
/** Ten seconds of refill: nobody is kept waiting longer for what they have done. */
const LARGEST_DEBT = 2_500;
/** Of the capacity: enough for a long statement. */
const FULL = 0.7;

/**
 * A token bucket of one person's engine time, in milliseconds. A long statement cannot be interrupted, and everybody
 * waits for its end: what it takes beyond a slice costs more, so that it can be had, but rarely.
 */
export class TimeBudget {
  #left = CAPACITY;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  left(now: number): number {
    this.#left = Math.min(CAPACITY, this.#left + ((now - this.#at) / 1000) * REFILL_PER_SECOND);
    this.#at = now;
    return this.#left;
  }

  /** Enough is left for a long statement. */
  isFull(now: number): boolean {
    return this.left(now) >= CAPACITY * FULL;
  }

  /** How long a statement may take that begins now. */
  patience(now: number): number {
    return SLICE + Math.max(0, this.left(now) - SLICE) / DEARER;
  }

  spend(took: number, now: number): void {
    const price = took + Math.max(0, took - SLICE) * (DEARER - 1);
    this.#left = Math.max(-LARGEST_DEBT, this.left(now) - price);
  }
}
