import { isNoSpace } from '#server/lib/disk-space.ts';
import type { Log } from '#server/lib/log.ts';
import { type ObjectStore, ObjectStoreError, type StoreState } from './object-store.ts';

export interface StoreWatch {
  /** The store, observed. */
  readonly store: ObjectStore;
  state(): StoreState;
  start(): void;
  stop(): void;
}

export interface StoreWatchOptions {
  /** For people. */
  readonly name: string;
  /** A cheap request; throws as the store does. */
  readonly probe: () => Promise<void>;
  readonly log: Log;
  /** Milliseconds between probes while it's well, and while it isn't. */
  readonly every?: { readonly well: number; readonly ill: number };
}

const EVERY = { well: 30_000, ill: 5_000 };
/** Milliseconds; a probe doesn't see that a store is full. */
const FULL_FOR = 60_000;

/**
 * Reports how a store is, by the requests that fail and by a probe now and then. Only a probe finds it well again, so
 * that a store which fails now and then isn't reported each time.
 */
export function watchStore(
  store: ObjectStore,
  { name, probe, log, every = EVERY }: StoreWatchOptions,
): StoreWatch {
  let state: StoreState = 'ok';
  let fullUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function become(next: StoreState, error?: unknown): void {
    if (next === state) return;
    state = next;
    if (next === 'ok') log.info('the object store works again', { store: name });
    else log.error(SAYS[next], { store: name, error });
    // Soon, without waiting for the next turn of a well one.
    if (next !== 'ok') plan();
  }
  function note(error: unknown): void {
    if (error instanceof ObjectStoreError) become(error.kind, error);
    else if (isNoSpace(error)) {
      fullUntil = Date.now() + FULL_FOR;
      become('full', error);
    }
  }
  async function look(): Promise<void> {
    try {
      await probe();
      if (state !== 'full' || Date.now() > fullUntil) become('ok');
    } catch (error) {
      note(error);
    }
  }
  function plan(): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void look().finally(plan), state === 'ok' ? every.well : every.ill);
    timer.unref();
  }
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      note(error);
      throw error;
    }
  };

  return {
    store: {
      put: (key, body, options) => noted(store.put(key, body, options)),
      get: (key, range) => noted(store.get(key, range)),
      delete: (key) => noted(store.delete(key)),
      has: (key) => noted(store.has(key)),
      list: () => store.list(),
      removeUnfinished: () => noted(store.removeUnfinished()),
    },
    state: () => state,
    start: () => void look().finally(plan),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const SAYS: Readonly<Record<Exclude<StoreState, 'ok'>, string>> = {
  unreachable: "the object store doesn't answer, so files can't be read or saved",
  refused: "the object store refuses its settings, so files can't be read or saved: see STORAGE_URL",
  full: "the object store is full, so files can't be saved",
};
