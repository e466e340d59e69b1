import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createRequestLimiter, createSharedCounts, type SharedCounts } from './request-limiter.ts';

it('allows the limit, returns the wait, and resets with the next window', () => {
  let at = 0;
  const limiter = createRequestLimiter({ limit: 2, seconds: 10 }, { now: () => at });
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 0]);
  at = 4_000;
  expect(limiter.take('a')).toBe(6);
  expect(limiter.take('b')).toBe(0);
  at = 10_000;
  expect(limiter.take('a')).toBe(0);
});

it('counts nothing when it is off', () => {
  const limiter = createRequestLimiter(null);
  expect(Array.from({ length: 1000 }, () => limiter.take('a'))).not.toContain(1);
});

it('keeps its memory bounded', () => {
  const limiter = createRequestLimiter({ limit: 1, seconds: 10 }, { now: () => 0 });
  expect(limiter.take('first')).toBe(0);
  for (let index = 0; index < 50_000; index++) limiter.take(`key ${index}`);
  expect(limiter.take('first')).toBe(0);
});

describe('several processes', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => test.close());

  /** As a process on a server counts; the embedded database has only one. */
  function countsOf(name = 'requests'): SharedCounts {
    const counts = createSharedCounts({ ...test.database, engine: 'postgres' }, name);
    if (!counts) throw new Error('a server has shared counts');
    return counts;
  }

  it('count together who sends many', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answered = vi.fn();
    const counts: SharedCounts = {
      add: async (added, seconds) => {
        const sums = await countsOf().add(added, seconds);
        setImmediate(answered);
        return sums;
      },
    };
    const shared = { counts, log: silentLog };
    const [one, other] = [1, 2].map(() => createRequestLimiter({ limit: 100, seconds: 60 }, { shared }));
    for (let n = 0; n < 60; n += 1) expect([one?.take('a'), other?.take('a')]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(2));
    for (const limiter of [one, other]) {
      limiter?.take('a');
      expect(limiter?.take('b')).toBe(0);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(4));
    expect(one?.take('a')).toBeGreaterThan(0);
    expect(other?.take('a')).toBeGreaterThan(0);
  });

  it('sum within a window, begin a new one after it, and keep limits apart', async () => {
    const counts = countsOf('sums');
    const add = async (count: number, seconds = 60) =>
      (await counts.add(new Map([['a', count]]), seconds))[0];
    expect(await add(3)).toMatchObject({ key: 'a', total: 3 });
    expect(await add(4)).toMatchObject({ key: 'a', total: 7 });
    expect(await add(5, 0)).toMatchObject({ key: 'a', total: 5 });
    expect(await countsOf('others').add(new Map([['a', 1]]), 60)).toMatchObject([{ total: 1 }]);
  });

  it('go on alone while the database is gone, and say so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const lines: string[] = [];
    const counts = { add: () => Promise.reject(new Error('gone')) };
    const shared = { counts, log: createLog('warn', (line) => lines.push(line)) };
    const limiter = createRequestLimiter({ limit: 2, seconds: 60 }, { shared });
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(limiter.take('a')).toBeGreaterThan(0);
  });
});
