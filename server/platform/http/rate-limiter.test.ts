import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

let db: TestDatabase;
let now: Date;
let limiter: RateLimiter;
const after = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  now = new Date('2026-06-01T12:00:00Z');
  limiter = createRateLimiter({ database: db.database, clock: { now: () => now } });
});
afterAll(() => db.close());

test('exactly the limit passes of 100 concurrent attempts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => limiter.take('race', { limit: 10, seconds: 60 })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  expect(answers.filter(({ ok }) => !ok)[0]).toEqual({ ok: false, retryAfter: 60 });
});

test('never more than the limit passes in any window, also across its edge', async () => {
  const passed: number[] = [];
  for (let second = 0; second < 40; second += 1) {
    if ((await limiter.take('edge', { limit: 5, seconds: 10 })).ok) passed.push(second);
    after(1);
  }
  for (const start of passed) {
    expect(passed.filter((at) => at >= start && at < start + 10).length).toBeLessThanOrEqual(5);
  }
  expect(passed.length).toBe(20);
});

test('the returned wait is exactly long enough', async () => {
  const limit = { limit: 2, seconds: 60 };
  await limiter.take('wait', limit);
  after(20);
  await limiter.take('wait', limit);
  after(10);
  const refused = await limiter.take('wait', limit);
  expect(refused).toEqual({ ok: false, retryAfter: 30 });
  after(29);
  expect((await limiter.take('wait', limit)).ok).toBe(false);
  after(1);
  expect((await limiter.take('wait', limit)).ok).toBe(true);
});

test('an attempt that is given back is free again, and only that one', async () => {
  const limit = { limit: 2, seconds: 60 };
  await limiter.take('back', limit);
  after(20);
  await limiter.take('back', limit);
  await limiter.giveBack(['back', 'never taken']);
  expect((await limiter.take('back', limit)).ok).toBe(true);
  expect(await limiter.take('back', limit)).toEqual({ ok: false, retryAfter: 40 });
});

test('refused attempts do not prolong the wait', async () => {
  const limit = { limit: 1, seconds: 60 };
  await limiter.take('stubborn', limit);
  for (let n = 0; n < 29; n += 1) {
    after(2);
    await limiter.take('stubborn', limit);
  }
  after(2);
  expect((await limiter.take('stubborn', limit)).ok).toBe(true);
});

test('two keys do not share a limit, and no limit means no limit', async () => {
  const limit = { limit: 1, seconds: 60 };
  expect((await limiter.take('a', limit)).ok).toBe(true);
  expect((await limiter.take('b', limit)).ok).toBe(true);
  expect((await limiter.take('a', limit)).ok).toBe(false);
  expect((await limiter.take('a', null)).ok).toBe(true);
});

test('of several hits, those after the first refusal are not used up, and the question is answered', async () => {
  const minute = { limit: 1, seconds: 60 };
  const hits = ['peer', 'unlimited', 'account'].map((key) => ({
    key,
    limit: key === 'unlimited' ? null : minute,
  }));
  const question = { text: 'select $1::int as n', values: [7] };
  expect(await limiter.takeInOrder(hits, question)).toEqual({ taken: { ok: true }, rows: [{ n: 7 }] });
  after(20);
  const others = [...hits.slice(0, 2), { key: 'another account', limit: minute }];
  expect(await limiter.takeInOrder(others, question)).toEqual({
    taken: { ok: false, retryAfter: 40 },
    rows: [{ n: 7 }],
  });
  expect((await limiter.take('another account', minute)).ok).toBe(true);
  expect((await limiter.take('account', minute)).ok).toBe(false);
  expect(await limiter.takeInOrder([{ key: 'free', limit: null }], question)).toEqual({
    taken: { ok: true },
    rows: [{ n: 7 }],
  });
});

test('the table contains no plain keys and no expired entries', async () => {
  await limiter.take('account:ada@example.org', { limit: 1, seconds: 60 });
  const kept = JSON.stringify(await db.database.query('select * from private.rate_limits'));
  expect(kept).not.toContain('ada');
  after(100_000);
  await limiter.sweep();
  expect(await db.database.query('select * from private.rate_limits')).toEqual([]);
});
