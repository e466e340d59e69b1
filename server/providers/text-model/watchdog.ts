/** Aborts a silent call. One timer, restarted at each sign of life. */
export interface Watchdog {
  /** Aborted by the caller's signal or by silence. */
  readonly signal: AbortSignal;
  /** True once it has aborted because of silence. */
  readonly hasFired: boolean;
  /** Sets the maximum milliseconds of silence from now on. */
  allow(ms: number): void;
  /** Closes anything still open, so that no connection outlives its call. */
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
      // A fast model sends hundreds of chunks per second, and refreshing a timer is cheaper than creating one.
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
