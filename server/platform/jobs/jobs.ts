import type { Runner } from '../db/database.ts';
import type { WaitingWork } from './claims.ts';

export interface JobOptions {
  /** Earliest start time. */
  readonly startAfter?: Date;
  /** At most one waiting job per key and queue. */
  readonly key?: string;
}

export interface QueueOptions {
  /** Maximum concurrent jobs of this queue per process. */
  readonly concurrency: number;
  readonly retryLimit?: number;
  /** Seconds; doubles with each retry. */
  readonly retryDelay?: number;
  /** Seconds after which a running job counts as lost. */
  readonly expireIn?: number;
}

/**
 * A durable queue in the database. Delivery is at-least-once, so handlers must be idempotent.
 * The payload holds ids only; the truth is in the tables.
 */
export interface Jobs {
  /** Enqueues within the given transaction, so that the job exists exactly if that is committed. */
  send(runner: Runner, queue: string, payload: object, options?: JobOptions): Promise<void>;
  work(
    queue: string,
    options: QueueOptions,
    handler: (payload: unknown, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Runs a handler at cron times (UTC), once across all processes. */
  schedule(name: string, cron: string, handler: (signal: AbortSignal) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Queues with waiting jobs, whichever process is to do them. */
  waiting(): Promise<WaitingWork[]>;
  /** Leaves queued jobs to other processes; those started here continue. */
  stopFetching(): void;
  /** Signals running handlers to stop and waits at most `limit` ms. Unfinished jobs are resumed at the next start. */
  stop(limit?: number): Promise<void>;
}
