const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Checking {
  /** Resolves after the first check. */
  readonly first: Promise<void>;
  /** Checks again at once, or right after a running check, which may have asked too early. */
  soon(): void;
  stop(): void;
}

/** Checks now and every hour, but every minute while something is refused, so that repairs show soon. */
export function keepChecking(check: (signal: AbortSignal) => Promise<boolean>): Checking {
  const asking = new AbortController();
  const { signal } = asking;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    if (signal.aborted) return;
    clearTimeout(timer);
    const works = await check(signal);
    if (!signal.aborted) timer = setTimeout(soon, works ? HOUR : MINUTE);
  }
  const first = look();
  let last = first;
  function soon(): void {
    last = last.then(look);
  }
  return {
    first,
    soon,
    stop() {
      clearTimeout(timer);
      asking.abort();
    },
  };
}
