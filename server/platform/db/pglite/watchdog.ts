/** Often enough for a limit of 300 ms to mean 300 ms, rare enough to cost nothing. */
const INTERVAL = 25;

export interface Watched {
  /** The request that runs, with its limit in ms; undefined when the engine has nothing to do. */
  readonly running: () => { readonly id: number; readonly limit: number } | undefined;
  /** Delivers what was answered already: a late timer must not condemn an innocent request. */
  readonly drain: () => void;
  readonly onOverdue: (id: number) => void;
}

/**
 * Ends what runs for too long. PGlite cannot be interrupted from outside and never looks at statement_timeout, so the
 * only remedy is to end its thread. Time spent waiting behind others does not count.
 */
export class Watchdog {
  readonly #watched: Watched;
  #timer: NodeJS.Timeout | undefined;
  #id = 0;
  #since = 0;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Keeps looking for as long as there is something to watch. */
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
