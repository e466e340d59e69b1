/** At most `limit` requests per window of `seconds`. */
export interface WindowLimit {
  readonly limit: number;
  readonly seconds: number;
}

export interface RequestLimiter {
  /** Counts a request. Returns 0 to proceed, otherwise the seconds to wait. */
  take(key: string): number;
}

/** Maximum number of tracked keys; beyond it, the oldest counts are reset. */
const MAX_KEYS = 50_000;

/**
 * Flood protection for every request, counted in memory. Exact limits across processes are only used for specific
 * actions (rate-limiter.ts), at the cost of a statement each. A fixed window allows at most twice its limit.
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

/** Maps keep insertion order, and a new window is reinserted. */
function forgetOldest(counts: Map<string, unknown>): void {
  const oldest = counts.keys().next();
  if (!oldest.done) counts.delete(oldest.value);
}
