export interface QueueOptions {
  /** Of arrivals, in runs a second. */
  readonly rate: number;
  /** Runs that are done at once. */
  readonly places: number;
  /** Seconds. */
  readonly lasts: number;
  /** A run's length in seconds, from a source of numbers in (0, 1). */
  readonly length: (random: () => number) => number;
  readonly seed: number;
}

/** Simulates a queue of runs with random arrivals, first come, first served. Returns the seconds that each one waited. */
export function simulateQueue({ rate, places, lasts, length, seed }: QueueOptions): Float64Array {
  const random = createRandom(seed);
  /** When each place gets free, as a heap: the first one first. */
  const free = new Float64Array(places);
  const waits: number[] = [];
  for (let now = exponential(rate, random); now < lasts; now += exponential(rate, random)) {
    const begins = Math.max(now, free[0] ?? 0);
    waits.push(begins - now);
    replaceFirst(free, begins + length(random));
  }
  return Float64Array.from(waits).toSorted();
}

/** Of a given mean. */
export const exponential = (rate: number, random: () => number): number => -Math.log(random()) / rate;

/** A length with this mean; `sigma` is the spread of its logarithm. */
export function logNormal(mean: number, sigma: number): QueueOptions['length'] {
  const middle = Math.log(mean) - sigma ** 2 / 2;
  return (random) => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return Math.exp(middle + sigma * normal);
  };
}

function replaceFirst(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const least = (heap[left + 1] ?? Number.POSITIVE_INFINITY) < (heap[left] ?? 0) ? left + 1 : left;
    const child = heap[least];
    if (child === undefined || child >= value) break;
    heap[at] = child;
    at = least;
  }
  heap[at] = value;
}

/** The same numbers for the same seed: a linear congruential generator modulo 2^48, the constants of POSIX drand48. */
function createRandom(seed: number): () => number {
  let state = (BigInt(seed) << 16n) + 0x330en;
  return () => {
    state = (state * 0x5deece66dn + 0xbn) & 0xffffffffffffn;
    return (Number(state) + 0.5) / 2 ** 48;
  };
}
