/** Ends a silent conversation. One timer, moved on with each sign of life. */
export interface Watchdog {
  /** Aborted by the caller's signal or by silence. */
  readonly signal: AbortSignal;
  /** True once silence has ended the conversation. */
  readonly hasFired: boolean;
  /** From now on, at most this many milliseconds of silence. */
  allow(ms: number): void;
  /** Ends whatever is still open, so that no connection outlives its call. */
  stop(): void;
}

export function createWatchdog(caller: AbortSignal): Watchdog {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let allowed = 0;
  let hasFired = false;
  const fire = (): void => {
    hasFired = true;
    own.abort();
  };
  return {
    signal: AbortSignal.any([caller, own.signal]),
    get hasFired() {
      return hasFired;
    },
    allow(ms) {
      // A fast model sends hundreds of chunks a second: moving a timer on is cheaper than making one.
      if (timer && ms === allowed) return void timer.refresh();
      clearTimeout(timer);
      allowed = ms;
      timer = setTimeout(fire, ms);
    },
    stop() {
      clearTimeout(timer);
      own.abort();
    },
  };
}
