/** Statement timeouts per caller. */
export interface Patience {
  /** Timeout in milliseconds for the next statement of this caller. */
  of(caller: string, usual: number): number;
  /** Records that a statement of this caller timed out. */
  exhausted(caller: string): void;
}

/** Fraction of the usual timeout left to a caller who has recently timed out. */
const REDUCED = 0.2;
const REMEMBERED_MS = 60_000;
/** More callers than ever time out within a minute; the oldest entries are evicted first. */
const MAX_CALLERS = 10_000;

/**
 * One expensive statement may be an honest mistake. A caller who sends more gets a shorter timeout for each, so that
 * others in the queue don't wait long.
 */
export function createPatience(now: () => number = () => performance.now()): Patience {
  const exhaustedAt = new Map<string, number>();
  return {
    of(caller, usual) {
      const at = exhaustedAt.get(caller);
      return at === undefined || now() - at > REMEMBERED_MS ? usual : usual * REDUCED;
    },
    exhausted(caller) {
      exhaustedAt.delete(caller);
      exhaustedAt.set(caller, now());
      const [oldest] = exhaustedAt.keys();
      if (exhaustedAt.size > MAX_CALLERS && oldest !== undefined) exhaustedAt.delete(oldest);
    },
  };
}
