/** How long statements may run, by who asks. */
export interface Patience {
  /** Milliseconds for the next statement of this caller. */
  of(caller: string, usual: number): number;
  /** A statement of this caller ran out of time. */
  exhausted(caller: string): void;
}

/** What is left of the usual time for a caller who has just used all of it. */
const REST = 0.2;
const REMEMBERED = 60_000;
/** More than ever overdraw within a minute; the oldest are forgotten first. */
const MAX_CALLERS = 10_000;

/**
 * One dear statement may be an honest mistake. Whoever sends more of them gets less time for each, so that those who
 * wait behind them wait little.
 */
export function createPatience(now: () => number = () => performance.now()): Patience {
  const exhaustedAt = new Map<string, number>();
  return {
    of(caller, usual) {
      const at = exhaustedAt.get(caller);
      return at === undefined || now() - at > REMEMBERED ? usual : usual * REST;
    },
    exhausted(caller) {
      exhaustedAt.delete(caller);
      exhaustedAt.set(caller, now());
      const [oldest] = exhaustedAt.keys();
      if (exhaustedAt.size > MAX_CALLERS && oldest !== undefined) exhaustedAt.delete(oldest);
    },
  };
}
