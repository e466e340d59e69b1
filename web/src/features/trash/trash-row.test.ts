import { expect, it } from 'vitest';
import { daysLeft } from './trash-row.tsx';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each([
  ['just now', '2026-11-20T11:59:59Z', 30],
  ['by a clock that is ahead', '2026-11-20T12:05:00Z', 30],
  ['a day ago', '2026-11-19T12:00:00Z', 29],
  ['29 days and 23 hours ago', '2026-10-21T13:00:00Z', 1],
  ['longer ago than anything is kept', '2026-09-01T12:00:00Z', 0],
])('deleted %s', (_when, deletedAt, left) => {
  expect(daysLeft(deletedAt, now)).toBe(left);
});
