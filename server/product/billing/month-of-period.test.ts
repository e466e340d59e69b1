import { expect, it } from 'vitest';
import { monthOfPeriod } from './month-of-period.ts';

it.each([
  ['a month', '2026-11-20', '2026-12-20', '2026-12-19', '2026-11-20', '2026-12-20'],
  ['a month that bills on the 31st', '2027-01-31', '2027-02-28', '2027-02-27', '2027-01-31', '2027-02-28'],
  [
    'the month after it, to its first day',
    '2027-02-28',
    '2027-03-31',
    '2027-03-27',
    '2027-02-28',
    '2027-03-31',
  ],
  [
    'the month after it, to its last days',
    '2027-02-28',
    '2027-03-31',
    '2027-03-30',
    '2027-02-28',
    '2027-03-31',
  ],
  ['the first of a year', '2026-11-20', '2027-11-20', '2026-12-19', '2026-11-20', '2026-12-20'],
  ['the fourth of a year', '2026-11-20', '2027-11-20', '2027-02-20', '2027-02-20', '2027-03-20'],
  ['the last of a year', '2026-11-20', '2027-11-20', '2027-11-19', '2027-10-20', '2027-11-20'],
  ['the shortest of a year', '2027-01-31', '2028-01-31', '2027-03-01', '2027-02-28', '2027-03-31'],
  ['a few days', '2026-11-20', '2026-11-25', '2026-11-24', '2026-11-20', '2026-11-25'],
])('%s', (_case, startsAt, endsAt, now, from, to) => {
  const period = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  expect(monthOfPeriod(period, new Date(now))).toEqual({ startsAt: new Date(from), endsAt: new Date(to) });
});

it.each([['2026-11-19T23:59:59Z'], ['2026-12-20T00:00:00Z']])('is null outside of the period: %s', (now) => {
  const period = { startsAt: new Date('2026-11-20'), endsAt: new Date('2026-12-20') };
  expect(monthOfPeriod(period, new Date(now))).toBeNull();
});
