import type { Runner, Transaction } from '#server/platform/db/database.ts';
import type { JobOptions, Jobs } from '#server/platform/jobs/jobs.ts';

type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface ImmediateJobs extends Jobs {
  /** All that was sent and committed, delivered or not. */
  readonly sent: readonly {
    readonly queue: string;
    readonly payload: object;
    readonly options: JobOptions;
  }[];
  /** While false, jobs are sent into the void, as if the process had died before it fetched them. */
  delivering: boolean;
  /** Runs a scheduled handler now. */
  runScheduled(name: string): Promise<void>;
}

/** A queue without a table, for tests of what stands on a queue: delivers when the transaction has committed. */
export function createImmediateJobs(): ImmediateJobs {
  const sent: { queue: string; payload: object; options: JobOptions }[] = [];
  const handlers = new Map<string, Handler>();
  const schedules = new Map<string, (signal: AbortSignal) => Promise<void>>();
  const { signal } = new AbortController();

  function deliver(queue: string, payload: object, options: JobOptions): void {
    sent.push({ queue, payload, options });
    const delay = options.startAfter ? options.startAfter.getTime() - Date.now() : 0;
    if (jobs.delivering && delay <= 0) void handlers.get(queue)?.(payload, signal);
  }

  const jobs: ImmediateJobs = {
    sent,
    delivering: true,
    async send(runner, queue, payload, options = {}) {
      if (isTransaction(runner)) runner.afterCommit(() => deliver(queue, payload, options));
      else deliver(queue, payload, options);
    },
    async work(queue, _options, handler) {
      handlers.set(queue, handler);
    },
    async schedule(name, _cron, handler) {
      schedules.set(name, handler);
    },
    async runScheduled(name) {
      const handler = schedules.get(name);
      if (!handler) throw new Error(`nothing is scheduled as ${name}`);
      await handler(signal);
    },
    start: async () => undefined,
    waiting: async () => [],
    stopFetching: () => undefined,
    stop: async () => undefined,
  };
  return jobs;
}

function isTransaction(runner: Runner): runner is Transaction {
  return 'afterCommit' in runner;
}
