import { expect, it } from 'vitest';
import { type DayOrder, readDate } from './read-date.ts';

it.each<[cell: string, order: DayOrder, read: string | null]>([
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['3/4/2026 12:05 AM', 'mdy', '2026-03-04 00:05:00'],
  ['3/4/2026 12:05 PM', 'mdy', '2026-03-04 12:05:00'],
  ['3/4/2026 1:05 p.m.', 'mdy', '2026-03-04 13:05:00'],
  ['3/4/2026 13:05 PM', 'mdy', '2026-03-04 13:05:00'],
  ['3/4/2026 13:05 AM', 'mdy', null],
  ['3/4/2026 9:05:00\u202fPM', 'mdy', '2026-03-04 21:05:00'],
  ['01.02.69', 'dmy', '2069-02-01'],
  ['01.02.70', 'dmy', '1970-02-01'],
  ['29.02.2024', 'dmy', '2024-02-29'],
  ['29.02.2026', 'dmy', null],
  ['2026-11-20', 'ymd', '2026-11-20'],
  ['20.11.2026', 'ymd', null],
])('reads %s, with %s, as %s', (cell, order, read) => {
  expect(readDate(cell, order)).toBe(read);
});
