import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import type { Database } from '../database.ts';
import { onBehalfOf } from './payer.ts';

/**
 * Budgets on the real engine. The server's clock is mocked, so that on a slow machine nothing is refilled and nobody
 * forgotten; the engine's thread has its own clock. The rules of the queue are tested in `turn-queue.test.ts`.
 */

const [eve, bob, carol] = [onBehalfOf('eve'), onBehalfOf('bob'), onBehalfOf('carol')];

let clock: number;
let opened: TestDatabase;
let database: Database;
beforeEach(async () => {
  clock = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  opened = await testDatabase({ engine: 'pglite', depth: 1, warmUp: 0 });
  database = opened.database;
});
afterEach(async () => {
  await opened.close();
  vi.restoreAllMocks();
});

const ask = () => database.query('select 1');
const hold = (ms: number) =>
  database.transaction((tx) => {
    clock += ms;
    return tx.query('select 1');
  });

/** Runs Eve's work next to Bob's, because nobody is charged while alone. */
async function beside(work: () => Promise<unknown>): Promise<void> {
  const dear = eve(work);
  await bob(ask);
  await dear;
}

async function whileClockTicks<T>(work: () => Promise<T>): Promise<T> {
  const ticks = setInterval(() => {
    clock += 100;
  }, 25);
  try {
    return await work();
  } finally {
    clearInterval(ticks);
  }
}

const RUNAWAY = 'select count(*) from generate_series(1, 2000000000)';

it.each<[string, () => Promise<unknown>]>([
  ['a statement', () => database.query('select count(*) from generate_series(1, 300000)')],
  ['a transaction', () => hold(100)],
  [
    'a statement that is ended for its length',
    () => whileClockTicks(() => database.query(RUNAWAY, [], { limit: 300 }).catch(() => {})),
  ],
])('somebody with less usage goes before somebody whose budget paid for %s', async (_what, work) => {
  await beside(work);
  // The only turn is taken, so the next two are queued; with equal budgets the first would go first.
  const underWay = carol(ask);
  const first = eve(ask).then(() => 'eve');
  const second = bob(ask).then(() => 'bob');
  expect(await Promise.race([first, second])).toBe('bob');
  // Eve may be in debt; closing the database ends that.
  const ended = Promise.allSettled([underWay, first, second]);
  await database.close();
  await ended;
});

describe('somebody with little budget left', () => {
  /** Ends itself depending on its allowed time, not on its actual time. */
  const INSERT = `insert into kept select 1
    where current_setting('rest.patience')::interval > interval '400 ms' or rest.out_of_time()`;
  const patience = 1_500;
  let runs: number;

  beforeEach(async () => {
    runs = 0;
    await database.exec('create table kept (n int)');
    await beside(() => hold(400));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['statement', () => database.query(INSERT, [], { patience })],
    [
      'transaction',
      () =>
        database.transaction(
          async (tx) => {
            runs += 1;
            await tx.query(INSERT);
          },
          { patience },
        ),
    ],
  ])('queues and repeats an expensive %s instead of refusing it', async (what, work) => {
    await whileClockTicks(() => eve(work));
    expect(await database.query('select 1 from kept')).toHaveLength(1);
    expect(runs).toBe(what === 'transaction' ? 2 : 0);
  });
});
