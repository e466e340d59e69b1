import type { CollectFunction, Gauge } from '@prometheus-io/client';
import type { FigureSettings } from '../../config/read-collector.ts';
import type { DiskState } from '../../lib/disk-space.ts';
import type { Log } from '../../lib/log.ts';
import type { DatabaseWork } from '../../platform/db/around/around-database.ts';
import type { CountedRequest } from '../../platform/http/count-requests.ts';
import { createMetricsRoom } from '../../platform/http/metrics-room.ts';
import type { Room } from '../../platform/http/room.ts';
import type { WaitingWork } from '../../platform/jobs/claims.ts';
import type { ProductCounters } from '../../product/count-work.ts';
import type { StoreState } from '../../providers/object-store/object-store.ts';
import { openFigureSender } from './send-figures.ts';

/**
 * The figures of this process, which Prometheus reads, or which are sent to a collector: docs/monitoring.md. No label holds
 * an id, an address or content.
 */
export interface Metrics {
  /** Null without a token. */
  readonly room: Room | null;
  readonly countRequest: (request: CountedRequest) => void;
  readonly timeWork: (work: DatabaseWork, seconds: number) => void;
  readonly product: ProductCounters;
  /** Reads these whenever Prometheus asks, and before figures are sent. */
  watch(state: WatchedState): void;
  /** Sends the last figures, for at most `limit` ms. The watched state is read once more. */
  stop(limit: number): Promise<void>;
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

/** Who gets the figures. */
export interface Readers {
  readonly token: string | null;
  readonly collector: FigureSettings | null;
}

/** Null if nobody gets them; the library is loaded only for somebody. */
export async function openMetrics({ token, collector }: Readers, log: Log): Promise<Metrics | null> {
  if (token === null && collector === null) return null;
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

  const sender =
    collector && (await openFigureSender(collector, { read: () => registry.getMetricsAsJSON(), log }));
  return {
    room:
      token === null
        ? null
        : createMetricsRoom({ token, contentType: registry.contentType, collect: () => registry.metrics() }),
    stop: async (limit) => sender?.stop(limit),
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
      const gauge = (name: string, help: string, read: () => Reading | Promise<Reading>) =>
        new Gauge({ name, help, labelNames: ['queue'], registers, collect: asCollect(read, log) });
      gauge('errand_database_up', 'Whether the database answers', () => Number(state.isHealthy()));
      gauge('errand_disk_state', 'Disk of DATA_DIR: 0 enough, 1 low, 2 full', () => DISK[state.diskState()]);
      gauge(
        'errand_files_state',
        'Store for files: 0 works, 1 full, 2 unreachable, 3 refused',
        () => FILES[state.fileState()],
      );
      gauge('errand_sockets', 'Open live connections', () => state.openSockets());
      // Without an answer from the database, Prometheus would give up and get no figure at all.
      const fromDatabase = async (read: () => Promise<Reading>): Promise<Reading> =>
        state.isHealthy() ? read() : [];
      gauge('errand_job_queue_age_seconds', 'Time for which the oldest job has been due', () =>
        fromDatabase(async () =>
          (await state.waitingJobs()).map(({ queue, wait }) => ({ queue, value: Math.max(0, -wait / 1000) })),
        ),
      );
      gauge('errand_run_wait_seconds', 'Time for which a run has waited for a worker', () =>
        fromDatabase(state.longestWait),
      );
      gauge('errand_files_lost', 'Files that the last check missed in their store', () =>
        fromDatabase(state.lostFiles),
      );
    },
  };
}

/** A value, or one by queue: none if it can't be known now. */
type Reading = number | readonly { readonly queue: string; readonly value: number }[];

function asCollect(read: () => Reading | Promise<Reading>, log: Log): CollectFunction<Gauge<'queue'>> {
  return async function collect(this: Gauge<'queue'>) {
    const reading = await settle(read, log);
    // Set at once after it was reset: two readers may ask at the same time.
    this.reset();
    if (typeof reading === 'number') this.set(reading);
    else for (const { queue, value } of reading) this.set({ queue }, value);
  };
}

/** Without a figure that can't be read now, the others are still shown. */
async function settle(read: () => Reading | Promise<Reading>, log: Log): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    log.warn("couldn't read a figure for monitoring", { error });
    return [];
  }
}
