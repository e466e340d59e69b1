import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { runAsCaller } from '../db/as-caller.ts';
import { ANON } from '../db/caller.ts';
import { type Database, DatabaseError } from '../db/database.ts';
import { createJobs } from './create-jobs.ts';
import type { Jobs, QueueOptions } from './jobs.ts';

let test: TestDatabase;
let database: Database;
let jobs: Jobs;
let queues = 0;

/** Returns a queue name that no other test uses. */
const newQueue = (): string => `test-${++queues}`;
const ONE_AT_A_TIME: QueueOptions = { concurrency: 1 };
/** Generous, for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 };

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  jobs = createJobs({ database, log: silentLog });
  await jobs.start();
  await database.exec('create table done (job text, attempt int)');
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

async function collect(queue: string, options: QueueOptions = ONE_AT_A_TIME): Promise<unknown[]> {
  const payloads: unknown[] = [];
  await jobs.work(queue, options, async (payload) => {
    payloads.push(payload);
  });
  return payloads;
}

describe('a job', () => {
  it('runs once, with its payload', async () => {
    const queue = newQueue();
    const payloads = await collect(queue);
    await jobs.send(database, queue, { run_id: 'a' });
    await vi.waitFor(() => expect(payloads).toEqual([{ run_id: 'a' }]), SOON);
    await sleep(1_500);
    expect(payloads).toEqual([{ run_id: 'a' }]);
  });

  it('starts when it is announced, and waits for no poll', async ({ signal }) => {
    const announced = createJobs({ database, log: silentLog });
    await announced.start();
    const queue = newQueue();
    const payloads: unknown[] = [];
    await announced.work(queue, ONE_AT_A_TIME, async (payload) => void payloads.push(payload));
    // From here on no timer fires, so nothing is polled.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      for (let n = 1; n <= 30; n++) {
        await announced.send(database, queue, {});
        while (payloads.length < n && !signal.aborted) await setImmediate();
      }
      expect(payloads).toHaveLength(30);
    } finally {
      vi.useRealTimers();
      await announced.stop();
    }
  });

  it('exists exactly if the transaction that sent it was committed', async () => {
    const queue = newQueue();
    const payloads = await collect(queue);
    await database.transaction(async (tx) => {
      await jobs.send(tx, queue, { n: 'kept' });
      await sleep(100);
      expect(payloads).toEqual([]);
    });
    const undone = database.transaction(async (tx) => {
      await jobs.send(tx, queue, { n: 'undone' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 'kept' }]), SOON);
    await sleep(1_500);
    expect(payloads).toEqual([{ n: 'kept' }]);
  });

  it('sent on the plain database inside a transaction is refused instead of deadlocking', async () => {
    const queue = newQueue();
    await collect(queue);
    const work = database.transaction(async () => jobs.send(database, queue, {}));
    await expect(work).rejects.toMatchObject({ code: '25001' });
  });

  it('for a queue without a handler is refused', async () => {
    await expect(jobs.send(database, 'unheard-of', {})).rejects.toThrow('unheard-of');
  });

  it('waits for its start time', async () => {
    const queue = newQueue();
    const payloads = await collect(queue);
    await jobs.send(database, queue, {}, { startAfter: new Date(Date.now() + 1_500) });
    await sleep(1_200);
    expect(payloads).toEqual([]);
    await vi.waitFor(() => expect(payloads).toHaveLength(1), SOON);
  });

  it('with the key of a waiting job is not added, with another key or none it is', async () => {
    const queue = newQueue();
    const payloads = await collect(queue);
    const startAfter = new Date(Date.now() + 1_000);
    for (const key of ['a', 'a', 'b', undefined, undefined]) {
      await jobs.send(database, queue, { key }, key ? { startAfter, key } : { startAfter });
    }
    await vi.waitFor(() => expect(payloads).toHaveLength(4), SOON);
    expect(payloads).toContainEqual({ key: 'b' });
    await jobs.send(database, queue, { key: 'again' }, { key: 'a' });
    await vi.waitFor(() => expect(payloads).toHaveLength(5), SOON);
  });

  it('that fails is retried with backoff, up to its limit', async () => {
    const queue = newQueue();
    const attempts: number[] = [];
    await jobs.work(queue, { concurrency: 1, retryLimit: 2, retryDelay: 1 }, async () => {
      attempts.push(Date.now());
      throw new Error('no luck');
    });
    await jobs.send(database, queue, {});
    await vi.waitFor(() => expect(attempts).toHaveLength(3), { interval: 100 });
    const [first = 0, second = 0, third = 0] = attempts;
    expect(second - first).toBeGreaterThan(450);
    expect(third - second).toBeGreaterThan(900);
    await sleep(1_500);
    expect(attempts).toHaveLength(3);
    const states = await database.query(
      "select state, output ->> 'message' as message from pgboss.job where name = $1",
      [queue],
    );
    expect(states).toEqual([{ state: 'failed', message: 'no luck' }]);
  });

  it('that exceeds its time limit is aborted and counts as failed', async () => {
    const queue = newQueue();
    const reasons: unknown[] = [];
    await jobs.work(queue, { concurrency: 1, retryLimit: 0, expireIn: 1 }, async (_payload, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason);
    });
    await jobs.send(database, queue, {});
    await vi.waitFor(() => expect(reasons).toEqual([new Error('the job ran longer than 1 s')]), SOON);
    await vi.waitFor(async () => {
      const states = await database.query('select state from pgboss.job where name = $1', [queue]);
      expect(states).toEqual([{ state: 'failed' }]);
    }, SOON);
  });
});

describe('a queue', () => {
  it('runs as many jobs concurrently as allowed, and all of them in the end', async () => {
    const queue = newQueue();
    let now = 0;
    let most = 0;
    const finished = new Set<unknown>();
    await jobs.work(queue, { concurrency: 5 }, async (payload) => {
      most = Math.max(most, ++now);
      await sleep(20);
      now--;
      finished.add(JSON.stringify(payload));
    });
    await Promise.all(Array.from({ length: 40 }, (_, n) => jobs.send(database, queue, { n })));
    await vi.waitFor(() => expect(finished.size).toBe(40), SOON);
    expect(most).toBe(5);
  });

  it('with more waiting than it runs at once goes on without a poll', async ({ signal }) => {
    const queue = newQueue();
    const sender = createJobs({ database, log: silentLog, works: false });
    await sender.work(queue, { concurrency: 2 }, async () => {});
    await sender.start();
    for (let n = 1; n <= 5; n++) await sender.send(database, queue, { n });
    const worker = createJobs({ database, log: silentLog });
    await worker.start();
    const payloads: unknown[] = [];
    // From here on no timer fires, so nothing is polled; and nothing more is announced.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      await worker.work(queue, { concurrency: 2 }, async (payload) => void payloads.push(payload));
      while (payloads.length < 5 && !signal.aborted) await setImmediate();
      expect(payloads).toHaveLength(5);
    } finally {
      vi.useRealTimers();
      await worker.stop();
      await sender.stop();
    }
  });

  it('has one handler', async () => {
    const queue = newQueue();
    await collect(queue);
    await expect(jobs.work(queue, ONE_AT_A_TIME, async () => {})).rejects.toThrow('has a handler already');
  });

  it('is out of reach for API roles', async () => {
    for (const text of [
      'select * from pgboss.job',
      'select * from pgboss.queue',
      'select pgboss.job_now()',
    ]) {
      await expect(runAsCaller(database, ANON, [{ text }])).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a stopping process', () => {
  const statesOf = (queue: string) => database.query('select state from pgboss.job where name = $1', [queue]);

  /** A process with a job that doesn't end by itself. */
  async function atWork(queue: string, onStop: (reason: unknown) => void = () => {}): Promise<Jobs> {
    const leaving = createJobs({ database, log: silentLog });
    await leaving.start();
    await leaving.work(queue, { concurrency: 1, retryLimit: 0 }, async (_payload, signal) => {
      signal.addEventListener('abort', () => onStop(signal.reason));
      await new Promise(() => {});
    });
    await leaving.send(database, queue, { n: 1 });
    await vi.waitFor(async () => expect(await statesOf(queue)).toEqual([{ state: 'active' }]), SOON);
    return leaving;
  }

  it('signals its handlers, and returns unfinished jobs to the queue', async () => {
    const queue = newQueue();
    const told = Promise.withResolvers<unknown>();
    const leaving = await atWork(queue, told.resolve);
    await leaving.stop(100);
    expect(await told.promise).toEqual(new Error('the process is stopping'));
    const payloads = await collect(queue, { concurrency: 1, retryLimit: 0 });
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 1 }]), SOON);
  });

  it('does not return a job that another process has taken over', async () => {
    const queue = newQueue();
    const leaving = await atWork(queue);
    await database.query('update pgboss.job set retry_count = retry_count + 1 where name = $1', [queue]);
    await leaving.stop(100);
    expect(await statesOf(queue)).toEqual([{ state: 'active' }]);
  });

  it('that drains leaves new jobs to the others, and finishes its own', async () => {
    const queue = newQueue();
    const draining = createJobs({ database, log: silentLog });
    await draining.start();
    const begun: unknown[] = [];
    const released = Promise.withResolvers<void>();
    await draining.work(queue, { concurrency: 2, retryLimit: 0 }, async (payload) => {
      begun.push(payload);
      await released.promise;
    });
    await draining.send(database, queue, { n: 1 });
    await vi.waitFor(() => expect(begun).toEqual([{ n: 1 }]), SOON);
    draining.stopFetching();
    await draining.send(database, queue, { n: 2 });
    const payloads = await collect(queue);
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 2 }]), SOON);
    released.resolve();
    await vi.waitFor(async () => {
      const states = await database.query('select distinct state from pgboss.job where name = $1', [queue]);
      expect(states).toEqual([{ state: 'completed' }]);
    }, SOON);
    expect(begun).toEqual([{ n: 1 }]);
    await draining.stop(100);
  });
});

describe('a schedule', () => {
  it('fires once although two processes know it', async () => {
    const fired: string[] = [];
    // Often enough that each of them could fire it again within its minute.
    const schedulesEvery = { look: 1, fetch: 1 };
    const [here, there] = [1, 2].map(() => createJobs({ database, log: silentLog, schedulesEvery }));
    const name = newQueue();
    for (const each of [here, there]) {
      await each?.start();
      await each?.schedule(name, '* * * * *', async () => void fired.push(name));
    }
    await vi.waitFor(() => expect(fired.length).toBeGreaterThan(0), SOON);
    await sleep(3_000);
    for (const each of [here, there]) await each?.stop();
    // The next minute may begin during the test.
    const perMinute = await database.query(
      `select count(*)::int as jobs from pgboss.job where name = $1 group by date_trunc('minute', created_on)`,
      [name],
    );
    expect(new Set(perMinute.map(({ jobs: many }) => many))).toEqual(new Set([1]));
    expect(fired).toHaveLength(perMinute.length);
  });
});

it('a full disk is not logged every second by the job queue', async () => {
  let isFull = false;
  const refuse = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isFull) throw new DatabaseError('53100', 'the disk is full');
    return work();
  };
  const full: Database = {
    ...database,
    batch: (...args) => refuse(() => database.batch(...args)),
    query: (text, values, options) => refuse(() => database.query(text, values, options)),
    exec: (...args) => refuse(() => database.exec(...args)),
    transaction: (work, options) => refuse(() => database.transaction(work, options)),
  };
  const lines: string[] = [];
  const waiting = createJobs({ database: full, log: createLog('warn', (line) => lines.push(line)) });
  await waiting.start();
  isFull = true;
  await sleep(4_000);
  isFull = false;
  await waiting.stop();
  expect(lines).toEqual([]);
});
