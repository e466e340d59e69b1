import { expect, it } from 'vitest';
import { createRequestLimiter } from './request-limiter.ts';

it('allows the limit, returns the wait, and resets with the next window', () => {
  let at = 0;
  const limiter = createRequestLimiter({ limit: 2, seconds: 10 }, () => at);
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
  const limiter = createRequestLimiter({ limit: 1, seconds: 10 }, () => 0);
  expect(limiter.take('first')).toBe(0);
  for (let index = 0; index < 50_000; index++) limiter.take(`key ${index}`);
  expect(limiter.take('first')).toBe(0);
});
