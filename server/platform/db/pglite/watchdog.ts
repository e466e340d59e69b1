/** Milliseconds. Frequent enough to enforce a limit of 300 ms, rare enough to be free. */
const INTERVAL = 25;

export interface Watched {
  /** The running request with its limit in ms; undefined if the engine is idle. */
  readonly running: () => { readonly id: number; readonly limit: number } | undefined;
  /** Delivers pending answers first: a late timer must not kill a finished request. */
  readonly drain: () => void;
  readonly onOverdue: (id: number) => void;
}

/**
 * Ends requests that exceed their limit. PGlite can't be interrupted from outside and ignores statement_timeout, so
 * the only way is to terminate its thread. Time spent in the queue doesn't count.
 */
export class Watchdog {
  readonly #watched: Watched;
  #timer: NodeJS.Timeout | undefined;
  #id = 0;
  #since = 0;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Keeps checking while requests are running. */
  watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, INTERVAL);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#watched.drain();
    const running = this.#watched.running();
    if (!running) return;
    const now = performance.now();
    if (running.id !== this.#id) {
      this.#id = running.id;
      this.#since = now;
    }
    if (now - this.#since > running.limit) this.#watched.onOverdue(running.id);
    else this.watch();
  }
}
