import type { Runner } from '../db/database.ts';

export interface JobOptions {
  /** Not before this time. */
  readonly startAfter?: Date;
  /** At most one waiting job per key and queue. */
  readonly key?: string;
}

export interface QueueOptions {
  /** Jobs of this queue that one process runs at the same time. */
  readonly concurrency: number;
  readonly retryLimit?: number;
  /** Seconds; doubles with each retry. */
  readonly retryDelay?: number;
  /** Seconds after which a running job counts as lost. */
  readonly expireIn?: number;
}

/**
 * A durable queue in the database. Delivery is at-least-once: a handler must be able to run twice.
 * The payload holds ids only; the truth is in the tables.
 */
export interface Jobs {
  /** Joins the given transaction, so that the job exists exactly if the work around it was committed. */
  send(runner: Runner, queue: string, payload: object, options?: JobOptions): Promise<void>;
  work(
    queue: string,
    options: QueueOptions,
    handler: (payload: unknown, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Runs a handler at cron times (UTC), once across all processes. */
  schedule(name: string, cron: string, handler: (signal: AbortSignal) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Signals running handlers to stop, waits for them at most `limit` ms. Their jobs are taken up again at the next start. */
  stop(limit?: number): Promise<void>;
}
