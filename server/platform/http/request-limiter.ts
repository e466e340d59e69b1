/** At most `limit` requests in each window of `seconds`. */
export interface WindowLimit {
  readonly limit: number;
  readonly seconds: number;
}

export interface RequestLimiter {
  /** Counts one request. 0: go on; otherwise the seconds to wait. */
  take(key: string): number;
}

/** Distinct keys that are counted at once; more of them only make the oldest counts start anew. */
const MAX_KEYS = 50_000;

/**
 * A flood guard for every request, counted in memory: exact figures across processes are for the limits of single
 * acts (rate-limiter.ts), which cost a statement each. A fixed window lets through at most twice its limit.
 */
export function createRequestLimiter(
  window: WindowLimit | null,
  now: () => number = () => performance.now(),
): RequestLimiter {
  if (window === null) return { take: () => 0 };
  const counts = new Map<string, { since: number; count: number }>();
  const length = window.seconds * 1000;
  return {
    take(key) {
      const at = now();
      let current = counts.get(key);
      if (!current || at - current.since >= length) {
        current = { since: at, count: 0 };
        counts.delete(key);
        counts.set(key, current);
        if (counts.size > MAX_KEYS) forgetOldest(counts);
      }
      current.count++;
      return current.count <= window.limit ? 0 : Math.max(1, Math.ceil((current.since + length - at) / 1000));
    },
  };
}

/** A Map keeps the order of insertion, and a new window is inserted anew. */
function forgetOldest(counts: Map<string, unknown>): void {
  const oldest = counts.keys().next();
  if (!oldest.done) counts.delete(oldest.value);
}
