import { expect, it } from 'vitest';
import { type DayOrder, dayOrderOf, offsetOf, readDate } from './read-date.ts';

it.each<[cell: string, order: DayOrder, read: string | null]>([
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['3/4/2026 12:05 AM', 'mdy', '2026-03-04 00:05:00'],
  ['3/4/2026 12:05 PM', 'mdy', '2026-03-04 12:05:00'],
  ['3/4/2026 1:05 p.m.', 'mdy', '2026-03-04 13:05:00'],
  ['3/4/2026 13:05 PM', 'mdy', '2026-03-04 13:05:00'],
  ['3/4/2026 13:05 AM', 'mdy', null],
  ['3/4/2026 9:05:00\u202fPM', 'mdy', '2026-03-04 21:05:00'],
  ['11/30/2026, 9:05:00\u202fPM', 'mdy', '2026-11-30 21:05:00'],
  ['30/11/2026, 21:05:00', 'dmy', '2026-11-30 21:05:00'],
  ['30.11.2026, 21:05:00', 'dmy', '2026-11-30 21:05:00'],
  ['30.11.26, 21:05', 'dmy', '2026-11-30 21:05:00'],
  ['Nov 30, 2026, 9:05:00 PM', 'ymd', '2026-11-30 21:05:00'],
  ['2026-11-30, 21:05:00', 'ymd', '2026-11-30 21:05:00'],
  ['01.02.69', 'dmy', '2069-02-01'],
  ['01.02.70', 'dmy', '1970-02-01'],
  ['29.02.2024', 'dmy', '2024-02-29'],
  ['29.02.2026', 'dmy', null],
  ['03/Nov/26 4:05 PM', 'ymd', '2026-11-03 16:05:00'],
  ['03/Nov/2026', 'ymd', '2026-11-03'],
  ['2026/11/30 9:05:12 PM GMT+1', 'ymd', '2026-11-30 21:05:12'],
  ['٠٣/١١/٢٠٢٦', 'dmy', '2026-11-03'],
  ['٢٠٢٦-١١-٠٣ ٢١:٠٥', 'ymd', '2026-11-03 21:05:00'],
  ['2026-11-20', 'ymd', '2026-11-20'],
  ['20.11.2026', 'ymd', null],
])('reads %s, with %s, as %s', (cell, order, read) => {
  expect(readDate(cell, order)).toBe(read);
});

it.each([
  ['2026-03-01 00:30:00+02', 'UTC+02:00'],
  ['2026-03-01 00:30:00.123456-07', 'UTC-07:00'],
  ['2026-03-01T00:30:00+0530', 'UTC+05:30'],
  ['2026-03-01T00:30:00+05:30', 'UTC+05:30'],
  ['2026-03-01 00:30+02:00', 'UTC+02:00'],
  ['2026-03-01 00:30:00+00', 'UTC'],
  ['2026-03-01T00:30:00Z', 'UTC'],
  ['2026-03-01 00:30:00 GMT', 'UTC'],
  ['2026/03/01 12:30:00 AM GMT+1', 'UTC+01:00'],
  ['2026/03/01 12:30:00 AM GMT-10', 'UTC-10:00'],
  ['2026/03/01 12:30:00 AM GMT+5:30', 'UTC+05:30'],
  ['2026-03-01 00:30:00 GMT+0530', 'UTC+05:30'],
  ['2026-03-01 00:30:00 UTC+0', 'UTC'],
  ['2026-03-01 00:30:00', null],
])('finds in %s the offset %s', (cell, offset) => {
  expect(readDate(cell, 'ymd')).toMatch(/^2026-03-01 00:30:00$/);
  expect(offsetOf(cell)).toBe(offset);
});

it.each([
  ['an hour', '2026-03-01T25:01:00Z'],
  ['a minute', '2026-03-01T23:61:00Z'],
  ['a second', '2026-03-01T23:01:61Z'],
  ['an hour with minutes after the last', '2026-03-01 24:10'],
  ['an offset', '2026-03-01T23:01:00+25:00'],
  ['an hour behind a comma', '30.11.2026, 25:05'],
  ['a number behind a comma', '30.11.2026, 21'],
  ['another date behind a comma', '30.11.2026, 01.12.2026'],
  ['a comma and nothing', '30.11.2026, '],
  ['a time behind a comma without a space, as a list has it', '30.11.2026,21:05'],
  ['an offset from Greenwich', '2026-03-01T23:01:00 GMT+15'],
  ['a month between slashes', '03/Nox/26'],
  ['a number that is joined to a month', '03/Nov/26/4'],
  ['a word behind a comma', '30.11.2026, 21:05 Uhr'],
  ['the end of a span of time for an offset', '2026-03-01 10:00-12'],
])('takes no date for one with %s that is none', (_what, cell) => {
  expect(dayOrderOf(cell)).toBeNull();
});

it('reads midnight at the end of a day', () => {
  expect(readDate('2026-03-01 24:00', 'ymd')).toBe('2026-03-01 24:00:00');
});
