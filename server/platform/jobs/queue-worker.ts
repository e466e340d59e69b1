import type { Job, PgBoss } from 'pg-boss';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import { handBack, showLife } from './claims.ts';
import type { QueueOptions } from './jobs.ts';

export type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface QueueWorkerOptions {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Log;
  readonly queue: string;
  readonly options: QueueOptions;
  readonly handler: Handler;
  /** A job will be tried again, which nothing announces. */
  readonly triesAgain: () => void;
}

interface Running {
  readonly job: Job;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export const DEFAULT_EXPIRE_IN = 900;

/**
 * Takes jobs from one queue and runs them. pg-boss's own `work` polls once per free slot for every new job: with
 * twenty slots twenty statements, and PGlite runs one statement at a time. This polls once for all free slots.
 */
export class QueueWorker {
  readonly queue: string;
  readonly #deps: QueueWorkerOptions;
  readonly #running = new Map<string, Running>();
  #wanted = false;
  #filling: Promise<void> | undefined;
  #mayHaveMore = false;
  #fetches = true;
  #stopping = false;

  constructor(deps: QueueWorkerOptions) {
    this.queue = deps.queue;
    this.#deps = deps;
  }

  /** Polls for jobs if there is a free slot. */
  wake(): Promise<void> {
    this.#wanted = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Renews the heartbeat of running jobs, and aborts those that another process has taken over. */
  async beat(): Promise<void> {
    const jobs = [...this.#running.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    const held = await showLife(this.#deps.database, jobs);
    for (const { id } of jobs) {
      if (!held.has(id))
        this.#running.get(id)?.abort.abort(new Error('another process has taken the job over'));
    }
  }

  stopFetching(): void {
    this.#fetches = false;
  }

  /** Signals the handlers to stop, waits at most `limit` ms, and returns unfinished jobs to the queue. */
  async stop(limit: number): Promise<void> {
    this.stopFetching();
    this.#stopping = true;
    await this.#filling;
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(new Error('the process is stopping'));
    const finished = Promise.all(running.map(({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limit);
    });
    await Promise.race([finished, late]);
    clearTimeout(timer);
    const left = [...this.#running.values()].map(({ job }) => job);
    if (left.length > 0) await handBack(this.#deps.database, left);
  }

  async #fill(): Promise<void> {
    while (this.#wanted && this.#fetches) {
      this.#wanted = false;
      const free = this.#deps.options.concurrency - this.#running.size;
      if (free <= 0) {
        this.#mayHaveMore = true;
        return;
      }
      const jobs = await this.#fetch(free);
      this.#mayHaveMore = jobs.length === free;
      for (const job of jobs) this.#start(job);
    }
  }

  async #fetch(batchSize: number): Promise<Job[]> {
    try {
      return await this.#deps.boss.fetch(this.queue, { batchSize });
    } catch (error) {
      this.#deps.log.warn("couldn't fetch jobs", { queue: this.queue, error });
      this.#deps.triesAgain();
      return [];
    }
  }

  #start(job: Job): void {
    const abort = new AbortController();
    const done = this.#run(job, abort).finally(() => {
      this.#running.delete(job.id);
      if (this.#mayHaveMore) void this.wake();
    });
    this.#running.set(job.id, { job, abort, done });
  }

  async #run(job: Job, abort: AbortController): Promise<void> {
    const { boss, database, log, handler, triesAgain } = this.#deps;
    try {
      const error = await this.#handle(handler, job, abort);
      if (!error) await boss.complete(this.queue, job);
      else if (this.#stopping) await handBack(database, [job]);
      else {
        log.warn('a job failed', { queue: this.queue, job: job.id, attempt: job.retryCount + 1, error });
        await boss.fail(this.queue, job, { message: error.message });
        triesAgain();
      }
    } catch (error) {
      // Without a heartbeat the job is taken up again, so nothing is lost.
      log.warn("couldn't record the end of a job", { queue: this.queue, job: job.id, error });
    }
  }

  /** Runs the handler within the queue's time limit. */
  async #handle(handler: Handler, job: Job, abort: AbortController): Promise<Error | undefined> {
    const expireIn = this.#deps.options.expireIn ?? DEFAULT_EXPIRE_IN;
    const expired = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new Error(`the job ran longer than ${expireIn} s`);
      abort.abort(error);
      expired.reject(error);
    }, expireIn * 1000);
    try {
      await Promise.race([handler(job.data, abort.signal), expired.promise]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }
}
