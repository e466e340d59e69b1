/** Milliseconds that a statement may take without delaying others noticeably. */
export const SLICE = 120;
/** Price factor for each millisecond beyond the slice. */
const OVERRUN_FACTOR = 20;
const CAPACITY = 10_000;
/** A quarter of the engine's time. */
const REFILL_PER_SECOND = 250;
/** Ten seconds of refill, as an upper bound on waiting. */
const LARGEST_DEBT = 2_500;
/** Fraction of the capacity that is enough for a long statement. */
const FULL_FRACTION = 0.7;

/**
 * Token bucket of one person's engine time in milliseconds. A long statement can't be interrupted, and everyone waits
 * for it: time beyond a slice costs more, so that long statements are possible, but rare.
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

  /** True if enough is left for a long statement. */
  isFull(now: number): boolean {
    return this.left(now) >= CAPACITY * FULL_FRACTION;
  }

  /** Milliseconds that a statement started now may take. */
  patience(now: number): number {
    return SLICE + Math.max(0, this.left(now) - SLICE) / OVERRUN_FACTOR;
  }

  spend(took: number, now: number): void {
    const price = took + Math.max(0, took - SLICE) * (OVERRUN_FACTOR - 1);
    this.#left = Math.max(-LARGEST_DEBT, this.left(now) - price);
  }
}
