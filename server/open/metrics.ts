import type { CollectFunction, Gauge } from '@prometheus-io/client';
import type { DiskState } from '../lib/disk-space.ts';
import type { Log } from '../lib/log.ts';
import type { DatabaseWork } from '../platform/db/around/around-database.ts';
import type { CountedRequest } from '../platform/http/count-requests.ts';
import { createMetricsRoom } from '../platform/http/metrics-room.ts';
import type { Room } from '../platform/http/room.ts';
import type { WaitingWork } from '../platform/jobs/claims.ts';
import type { ProductCounters } from '../product/count-work.ts';
import type { StoreState } from '../providers/object-store/object-store.ts';

/** The figures of this process for Prometheus: docs/monitoring.md. No label holds an id, an address or content. */
export interface Metrics {
  readonly room: Room;
  readonly countRequest: (request: CountedRequest) => void;
  readonly timeWork: (work: DatabaseWork, seconds: number) => void;
  readonly product: ProductCounters;
  /** Reads these whenever Prometheus asks. */
  watch(state: WatchedState): void;
}

export interface WatchedState {
  readonly isHealthy: () => boolean;
  readonly diskState: () => DiskState;
  readonly fileState: () => StoreState;
  readonly openSockets: () => number;
  readonly waitingJobs: () => Promise<readonly WaitingWork[]>;
  /** Seconds. */
  readonly longestWait: () => Promise<number>;
  /** Found missing from the store by the last check. */
  readonly lostFiles: () => Promise<number>;
}

/** Seconds: a read takes 1 ms, and a person is kept waiting from 1 s on. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DATABASE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5, 10];
const DISK: Readonly<Record<DiskState, number>> = { ok: 0, low: 1, full: 2 };
const FILES: Readonly<Record<StoreState, number>> = { ok: 0, full: 1, unreachable: 2, refused: 3 };

/** Null without a token. The library is loaded only with one. */
export async function openMetrics(token: string | null, log: Log): Promise<Metrics | null> {
  if (token === null) return null;
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import(
    '@prometheus-io/client'
  );
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'errand_http_requests_total',
    help: 'Requests answered',
    labelNames: ['room', 'status'],
    registers,
  });
  const requestTime = new Histogram({
    name: 'errand_http_request_duration_seconds',
    help: 'Time until a response began',
    labelNames: ['room'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const databaseTime = new Histogram({
    name: 'errand_database_duration_seconds',
    help: 'Time that the database took, its queue included',
    labelNames: ['work'],
    buckets: DATABASE_BUCKETS,
    registers,
  });
  const runs = new Counter({
    name: 'errand_runs_total',
    help: 'Runs that ended in this process',
    labelNames: ['tool', 'ending', 'code'],
    registers,
  });
  const credits = new Counter({
    name: 'errand_credits_total',
    help: 'Credits debited for runs and refunded',
    labelNames: ['kind'],
    registers,
  });
  const calls = new Counter({
    name: 'errand_provider_calls_total',
    help: 'Calls to a model',
    labelNames: ['model'],
    registers,
  });
  const answers = new Counter({
    name: 'errand_provider_answers_total',
    help: 'Calls to a model that were answered',
    labelNames: ['model'],
    registers,
  });
  const tokens = new Counter({
    name: 'errand_provider_tokens_total',
    help: 'Tokens that models read and wrote',
    labelNames: ['model', 'kind'],
    registers,
  });
  const cost = new Counter({
    name: 'errand_provider_cost_usd_total',
    help: 'Cost of calls to a model, in USD',
    labelNames: ['model'],
    registers,
  });
  // A rate needs a first value to grow from, and a difference both sides.
  for (const kind of ['debited', 'refunded']) credits.inc({ kind }, 0);

  return {
    room: createMetricsRoom({
      token,
      contentType: registry.contentType,
      collect: () => registry.metrics(),
    }),
    countRequest({ room, status, seconds }) {
      requests.inc({ room, status });
      requestTime.observe({ room }, seconds);
    },
    timeWork: (work, seconds) => databaseTime.observe({ work }, seconds),
    product: {
      runEnded: ({ tool, ending, code = '' }) => runs.inc({ tool, ending, code }),
      creditMoved: (kind) => credits.inc({ kind }),
      callBegun(model) {
        calls.inc({ model });
        answers.inc({ model }, 0);
      },
      callAnswered({ model, usage, usd }) {
        answers.inc({ model });
        tokens.inc({ model, kind: 'read' }, usage?.promptTokens ?? 0);
        tokens.inc({ model, kind: 'written' }, usage?.completionTokens ?? 0);
        cost.inc({ model }, usd);
      },
    },
    watch(state) {
      const gauge = (name: string, help: string, read: (gauge: Gauge<'queue'>) => void | Promise<void>) =>
        new Gauge({ name, help, labelNames: ['queue'], registers, collect: asCollect(read, log) });
      gauge('errand_database_up', 'Whether the database answers', (it) => it.set(Number(state.isHealthy())));
      gauge('errand_disk_state', 'Disk of DATA_DIR: 0 enough, 1 low, 2 full', (it) =>
        it.set(DISK[state.diskState()]),
      );
      gauge('errand_files_state', 'Store for files: 0 works, 1 full, 2 unreachable, 3 refused', (it) =>
        it.set(FILES[state.fileState()]),
      );
      gauge('errand_sockets', 'Open live connections', (it) => it.set(state.openSockets()));
      // Without an answer from the database, Prometheus would give up and get no figure at all.
      gauge('errand_job_queue_age_seconds', 'Time for which the oldest job has been due', async (it) => {
        const waiting = state.isHealthy() ? await state.waitingJobs() : [];
        for (const { queue, wait } of waiting) it.set({ queue }, Math.max(0, -wait / 1000));
      });
      gauge('errand_run_wait_seconds', 'Time for which a run has waited for a worker', async (it) => {
        if (state.isHealthy()) it.set(await state.longestWait());
      });
      gauge('errand_files_lost', 'Files that the last check missed in their store', async (it) => {
        if (state.isHealthy()) it.set(await state.lostFiles());
      });
    },
  };
}

/** Without a figure that can't be read now, the others are still shown. */
function asCollect(
  read: (gauge: Gauge<'queue'>) => void | Promise<void>,
  log: Log,
): CollectFunction<Gauge<'queue'>> {
  return async function collect(this: Gauge<'queue'>) {
    this.reset();
    try {
      await read(this);
    } catch (error) {
      this.reset();
      log.warn("couldn't read a figure for monitoring", { error });
    }
  };
}
