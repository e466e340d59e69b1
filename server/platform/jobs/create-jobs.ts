import { PgBoss } from 'pg-boss';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import { isDiskFull } from '../db/disk-full.ts';
import { vacuum } from '../db/vacuum.ts';
import { bossDatabase, statementsOn } from './boss-database.ts';
import { handBackLost, type WaitingWork, waitingWork } from './claims.ts';
import { forgetSchedules } from './forget-schedules.ts';
import type { Jobs, QueueOptions } from './jobs.ts';
import { DEFAULT_EXPIRE_IN, type Handler, QueueWorker } from './queue-worker.ts';

/** Least and most milliseconds between polls for delayed jobs and retries; new jobs are notified. */
const POLL = 1_000;
const LONGEST_POLL = 10_000;
/** All schedules are housekeeping, and each look at them reads and parses every one. */
const SCHEDULES_EVERY = { look: 30, fetch: 10 };
const BEAT = 2_000;
/** Seconds without a heartbeat after which a process counts as dead: three missed beats. */
const SILENCE = 6;
/** Milliseconds after which all schedules of this version have been registered. */
const SETTLED = 60_000;
const DONE_IS_KEPT_FOR = 86_400;
const DEFAULT_STOP = 8_000;

interface Registration {
  readonly queue: string;
  readonly options: QueueOptions;
  readonly handler: Handler;
  /** Cron expression of a schedule. */
  readonly cron?: string;
}

export interface JobsOptions {
  readonly database: Database;
  readonly log: Log;
  /** False: only sends, and leaves all work and schedules to other processes. Default true. */
  readonly works?: boolean;
  /** Seconds between looks at schedules, and for what they have sent. */
  readonly schedulesEvery?: { readonly look: number; readonly fetch: number };
}

/** Jobs on pg-boss, in the schema `pgboss`, on which no API role has privileges. */
export function createJobs({ log, works = true, ...options }: JobsOptions): Jobs {
  return new BossJobs({
    schedulesEvery: SCHEDULES_EVERY,
    ...options,
    works,
    log: log.with({ part: 'jobs' }),
  });
}

class BossJobs implements Jobs {
  readonly #database: Database;
  readonly #log: Log;
  readonly #works: boolean;
  readonly #boss: PgBoss;
  /** Queues that can be sent to. */
  readonly #open = new Set<string>();
  readonly #registered = new Map<string, Registration>();
  readonly #workers = new Map<string, QueueWorker>();
  #timers: NodeJS.Timeout[] = [];
  #nextPoll: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  #stopListening = (): void => {};
  #started = false;

  constructor({ database, log, works, schedulesEvery }: Required<JobsOptions>) {
    this.#database = database;
    this.#log = log;
    this.#works = works;
    this.#boss = new PgBoss({
      db: bossDatabase(database, (queue) => void this.#workers.get(queue)?.wake()),
      backend: database.engine,
      useListenNotify: works,
      schedule: works,
      supervise: works,
      cronMonitorIntervalSeconds: schedulesEvery.look,
      cronWorkerIntervalSeconds: schedulesEvery.fetch,
      // PGlite has neither an autovacuum to monitor nor a second session to rebuild an index.
      monitorVacuum: database.engine === 'postgres',
      reindex: database.engine === 'postgres',
    });
    // A full disk is reported elsewhere; here it would log a line per second to that very disk.
    this.#boss.on('error', (error) => {
      if (!isDiskFull(error)) log.warn('the job queue reported an error', { error });
    });
    this.#boss.on('warning', (warning) => log.warn('the job queue reported a warning', { warning }));
    if (database.engine === 'pglite') {
      this.#registered.set('vacuum-database', {
        queue: 'vacuum-database',
        options: { concurrency: 1, retryLimit: 0 },
        handler: () => vacuum(database),
        cron: '*/10 * * * *',
      });
    }
  }

  async send(...[runner, queue, payload, { startAfter, key } = {}]: Parameters<Jobs['send']>): Promise<void> {
    if (!this.#open.has(queue)) throw new Error(`the queue ${queue} does not exist, or jobs are not started`);
    await this.#boss.send(queue, payload, {
      db: statementsOn(runner),
      // The queues' policy allows one waiting job per key; a job without a key gets a unique one.
      singletonKey: key ?? newUuid(),
      ...(startAfter ? { startAfter } : {}),
    });
    if (startAfter) this.#pollIn(startAfter.getTime() - Date.now() + POLL);
  }

  async work(queue: string, options: QueueOptions, handler: Handler): Promise<void> {
    await this.#register({ queue, options, handler });
  }

  async schedule(name: string, cron: string, handler: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const options = { concurrency: 1, retryLimit: 2, retryDelay: 30 };
    await this.#register({ queue: name, options, handler: (_payload, signal) => handler(signal), cron });
  }

  async start(): Promise<void> {
    await this.#boss.start();
    this.#started = true;
    if (this.#works) await this.#startWork();
    else for (const { queue, options } of this.#registered.values()) await this.#createQueue(queue, options);
  }

  async #startWork(): Promise<void> {
    // An embedded database has no other process: any active job belongs to a dead one.
    await handBackLost(this.#database, this.#database.engine === 'pglite' ? 0 : SILENCE);
    for (const registration of this.#registered.values()) await this.#openQueue(registration);
    this.#stopListening = this.#database.onReopen(() => this.#pollIn(0));
    this.#pollIn(POLL);
    this.#every(BEAT, () => this.#beat());
    this.#once(SETTLED, () => this.#forgetSchedules());
  }

  waiting(): Promise<WaitingWork[]> {
    return waitingWork(this.#database, [...this.#registered.keys()]);
  }

  stopFetching(): void {
    for (const worker of this.#workers.values()) worker.stopFetching();
  }

  async stop(limit = DEFAULT_STOP): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    clearTimeout(this.#nextPoll?.timer);
    this.#stopListening();
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop(limit)));
    this.#workers.clear();
    this.#open.clear();
    await this.#boss.stop({ graceful: false });
  }

  #register(registration: Registration): Promise<void> | undefined {
    const { queue } = registration;
    if (this.#registered.has(queue)) throw new Error(`the queue ${queue} has a handler already`);
    this.#registered.set(queue, registration);
    if (!this.#started) return undefined;
    return this.#works ? this.#openQueue(registration) : this.#createQueue(queue, registration.options);
  }

  async #createQueue(queue: string, options: QueueOptions): Promise<void> {
    const settings = {
      notify: true,
      retryLimit: options.retryLimit ?? 2,
      retryDelay: options.retryDelay ?? 1,
      retryBackoff: true,
      expireInSeconds: options.expireIn ?? DEFAULT_EXPIRE_IN,
      deleteAfterSeconds: DONE_IS_KEPT_FOR,
    };
    await this.#boss.createQueue(queue, { ...settings, policy: 'short' });
    await this.#boss.updateQueue(queue, settings);
    // Makes pg-boss cache the queue. Otherwise `send` would look it up on the plain database in the middle of a
    // transaction, which is rejected.
    await this.#boss.getJobById(queue, newUuid());
    this.#open.add(queue);
  }

  async #openQueue({ queue, options, handler, cron }: Registration): Promise<void> {
    await this.#createQueue(queue, options);
    // `missed`: a machine that is off at night still runs its nightly jobs.
    if (cron) await this.#boss.schedule(queue, cron, null, { tz: 'UTC', missed: 'once' });
    const worker = new QueueWorker({
      boss: this.#boss,
      database: this.#database,
      log: this.#log,
      queue,
      options,
      handler,
      triesAgain: () => this.#pollIn(POLL),
    });
    this.#workers.set(queue, worker);
    await worker.wake();
  }

  /** Removes schedules of an earlier version, which have no handler any more. */
  async #forgetSchedules(): Promise<void> {
    const scheduled = new Set(
      [...this.#registered.values()].filter(({ cron }) => cron).map(({ queue }) => queue),
    );
    await forgetSchedules(this.#boss, scheduled);
  }

  /** Polls once after so many milliseconds, or earlier. Each poll arranges the next one. */
  #pollIn(wait: number): void {
    if (!this.#started || !this.#works) return;
    const at = performance.now() + wait;
    if (this.#nextPoll && this.#nextPoll.at <= at) return;
    clearTimeout(this.#nextPoll?.timer);
    const timer = setTimeout(() => {
      this.#nextPoll = undefined;
      void this.#attempt(() => this.#poll());
    }, wait);
    this.#nextPoll = { at, timer };
  }

  async #poll(): Promise<void> {
    let next = LONGEST_POLL;
    try {
      for (const { queue, wait } of await waitingWork(this.#database, [...this.#workers.keys()])) {
        if (wait <= 0) void this.#workers.get(queue)?.wake();
        next = Math.min(next, Math.max(wait, POLL));
      }
    } finally {
      this.#pollIn(next);
    }
  }

  async #beat(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => worker.beat()));
    // The embedded database has no other process whose jobs could be lost.
    if (this.#database.engine === 'pglite') return;
    if ((await handBackLost(this.#database, SILENCE)).length > 0) this.#pollIn(0);
  }

  /** Repeats `act`, without overlapping runs. */
  #every(interval: number, act: () => Promise<void>): void {
    let busy = false;
    const run = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      await this.#attempt(act);
      busy = false;
    };
    this.#timers.push(setInterval(() => void run(), interval));
  }

  #once(delay: number, act: () => Promise<void>): void {
    this.#timers.push(setTimeout(() => void this.#attempt(act), delay));
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (this.#started && !isDiskFull(error)) this.#log.warn("couldn't maintain the job queue", { error });
    }
  }
}
