import { expect, it } from 'vitest';
import { nextMonth } from './offers.ts';

it.each([
  ['2026-11-20T12:00:00Z', '1\u00a0December'],
  ['2026-12-31T23:59:59Z', '1\u00a0January'],
  // Local time is still in the old month west of Greenwich and in the new one east of it; the ledger counts by
  // UTC.
  ['2026-11-30T23:30:00-05:00', '1\u00a0January'],
  ['2026-12-01T05:00:00+09:00', '1\u00a0December'],
])('after %s comes %s', (now, day) => {
  expect(nextMonth(new Date(now))).toBe(day);
});
