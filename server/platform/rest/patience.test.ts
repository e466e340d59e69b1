import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

it('is reduced for a minute after a timeout, for that caller only', () => {
  let now = 0;
  const patience = createPatience(() => now);
  expect(patience.of('ann', 1_000)).toBe(1_000);
  patience.exhausted('ann');
  expect([patience.of('ann', 1_000), patience.of('bob', 1_000)]).toEqual([200, 1_000]);
  now = 59_000;
  expect(patience.of('ann', 1_000)).toBe(200);
  patience.exhausted('ann');
  now = 70_000;
  expect(patience.of('ann', 1_000)).toBe(200);
  now = 120_000;
  expect(patience.of('ann', 1_000)).toBe(1_000);
});

it('remembers the most recent callers, up to its capacity', () => {
  const patience = createPatience(() => 0);
  for (let n = 0; n <= 10_000; n += 1) patience.exhausted(`caller ${n}`);
  expect([patience.of('caller 0', 1_000), patience.of('caller 10000', 1_000)]).toEqual([1_000, 200]);
});
