import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ProductLimits } from '../limits.ts';
import { RunStop } from './run-stop.ts';
import type { ClaimedRun, HeldRun, RunStore } from './run-store.ts';

export interface RunWorker {
  /**
   * Claims a run if there is a free slot and it is available. Resolves when that is decided, not when the run
   * ends.
   */
  take(runId: string): Promise<void>;
  /** Subscribes to cancellations, and releases what an earlier life held. Call before the first `take`. */
  prepare(): Promise<void>;
  /** Starts looking for due runs. */
  start(): void;
  /** Lets runs end for a while, then requeues the rest. Calling it again awaits the same end. */
  stop(): Promise<void>;
}

export interface RunWorkerDeps {
  readonly database: Database;
  readonly store: RunStore;
  readonly limits: ProductLimits;
  readonly log: Log;
  perform(run: ClaimedRun, stop: AbortController): Promise<void>;
}

/** A slot for a run in this process, taken before the claim so that there are never too many. */
interface Place {
  readonly stop: AbortController;
  run: ClaimedRun | null;
  done: Promise<void>;
}

/**
 * Holds the live runs of this process. A job, or a sweep, names a run; the claim decides. The tables are the
 * truth, so lost or duplicate jobs do no harm.
 */
export function createRunWorker(deps: RunWorkerDeps): RunWorker {
  const { database, store, limits, log } = deps;
  const places = new Map<string, Place>();
  const timers: NodeJS.Timeout[] = [];
  let stopping: Promise<void> | undefined;
  const unsubscribe: (() => Promise<void> | void)[] = [];
  let isStopping = false;
  let mayHaveMissed = false;
  /** Until then, leases that ran out while the database was away are their holders' to renew, by `performance.now()`. */
  let holdersFirst = 0;

  async function take(runId: string): Promise<void> {
    if (isStopping || places.has(runId)) return;
    if (places.size >= limits.runs) {
      mayHaveMissed = true;
      return;
    }
    const place: Place = { stop: new AbortController(), run: null, done: Promise.resolve() };
    places.set(runId, place);
    const claimed = claim(runId);
    place.done = claimed.then((run) => occupy(place, runId, run));
    await claimed;
  }

  async function claim(runId: string): Promise<ClaimedRun | null> {
    try {
      return await store.claim(runId);
    } catch (error) {
      log.warn("couldn't start a run yet", { run_id: runId, error });
      return null;
    }
  }

  async function occupy(place: Place, runId: string, run: ClaimedRun | null): Promise<void> {
    place.run = run;
    try {
      if (run) await deps.perform(run, place.stop);
    } catch (error) {
      log.error("couldn't finish a run, its lease will expire", { run_id: runId, error });
    } finally {
      places.delete(runId);
      // Perhaps its owner had too many live runs: then the next run to end makes room.
      if (!run) mayHaveMissed = true;
      else if (mayHaveMissed) void sweep();
    }
  }

  /** Claims runs that no job announces: those of a dead worker, and those that waited for a slot. */
  const sweep = coalesced(async () => {
    const room = limits.runs - places.size;
    if (isStopping || room <= 0 || performance.now() < holdersFirst) return;
    mayHaveMissed = false;
    try {
      await Promise.all((await store.due(room)).map(take));
    } catch (error) {
      log.warn("couldn't look for due runs", { error });
    }
  });

  const heartbeat = coalesced(async () => {
    const held: HeldRun[] = [...places.values()].flatMap(({ run }) => (run ? [run] : []));
    if (held.length === 0) return;
    try {
      for (const runId of await store.heartbeat(held)) places.get(runId)?.stop.abort(new RunStop('lost'));
    } catch (error) {
      log.warn('the heartbeat of runs failed', { error, runs: held.length });
    }
  });

  async function stop(): Promise<void> {
    isStopping = true;
    for (const timer of timers) clearInterval(timer);
    const ended = (): Promise<unknown> => Promise.all([...places.values()].map((place) => place.done));
    await Promise.race([ended(), sleep(limits.drain, undefined, { ref: false })]);
    for (const place of places.values()) place.stop.abort(new RunStop('stopping'));
    await ended();
    await store.endLife().catch((error: unknown) => log.warn("couldn't record the end", { error }));
    for (const end of unsubscribe) await end();
  }

  return {
    take,

    async prepare() {
      const cancelled = await database.listen('run_cancelled', (runId) => {
        places.get(runId)?.stop.abort(new RunStop('cancelled'));
      });
      // A cancellation may have been missed; the heartbeat says which runs are no longer ours.
      unsubscribe.push(
        cancelled,
        database.onReopen(() => {
          holdersFirst = performance.now() + limits.sweep;
          void heartbeat();
        }),
      );
      const { lost, wait } = await store.beginLife();
      const told = { runs: lost, seconds: Math.round(wait) };
      if (wait > 0)
        log.warn('the server keeps crashing, so interrupted runs are resumed after a pause', told);
      else if (lost > 0) log.info('runs from before the restart are being resumed', told);
    },

    start() {
      timers.push(
        setInterval(() => void sweep(), limits.sweep),
        setInterval(() => void heartbeat(), limits.heartbeat),
      );
      void sweep();
    },

    stop: () => (stopping ??= stop()),
  };
}

/** Runs one at a time; calls during a run together trigger one more run after it. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let again = false;
  async function repeat(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
  }
  return () => {
    again = true;
    current ??= repeat().finally(() => {
      current = null;
    });
    return current;
  };
}
