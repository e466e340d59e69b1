import { expect, it } from 'vitest';
import { readDates } from './read-dates.ts';

// A Wednesday.
const now = new Date(2026, 10, 25, 14, 0);
const read = (text: string) =>
  readDates(text, now).dates.map(({ start, end, day }) => [text.slice(start, end), day]);

it.each([
  ['Call Jo on Friday', 'on Friday', '2026-11-27'],
  ['Report due by Friday, please', 'due by Friday', '2026-11-27'],
  ['Dentist 12 Dec 10:30', '12 Dec', '2026-12-12'],
  ['Dentist Dec 12 at 10:30', 'Dec 12', '2026-12-12'],
  ['Renew on the 24th of December 2027', 'on the 24th of December 2027', '2027-12-24'],
  ['Party 2026-12-24', '2026-12-24', '2026-12-24'],
  ['Pay the rent 1 Dec', '1 Dec', '2026-12-01'],
  ['Book flights for 3 March', 'for 3 March', '2027-03-03'],
  ['Ring them in 3 days', 'in 3 days', '2026-11-28'],
  ['Wednesday: swim', 'Wednesday', '2026-12-02'],
  ['Ask Jo, Friday, about it', 'Friday', '2026-11-27'],
  ['Lunch (on Friday)', 'on Friday', '2026-11-27'],
  ['Lunch on Sat', 'on Sat', '2026-11-28'],
])('finds the day and the words that name it: %s', (text, words, day) => {
  expect(read(text)).toEqual([[words, day]]);
});

it.each([
  'May I go',
  'Buy 3 days of food',
  'Cut 1/2 of 3.5 metres, 3-5 times',
  'We sat in the sun',
  'Read Friday’s paper and "Monday"',
  'Plan the weekend trip',
  'Wait 5 minutes, at 10:30',
  'Clear the mail from Monday',
  'What we said last Friday',
  'Yesterday, two days ago',
  'Holidays 10 - 12 Dec',
  'Call tomorrow, next week or tonight',
  'Buy 2 second hand chairs',
])('leaves everything else: %s', (text) => {
  expect(readDates(text, now)).toEqual({ dates: [], repeated: null });
});

it('tells a repeat from a day', () => {
  expect(readDates('Water the plants every Monday', now)).toEqual({ dates: [], repeated: 'every Monday' });
  expect(readDates('Stretch every other day.', now).repeated).toBe('every other day');
  expect(readDates('Every Friday I am in love', now).repeated).toBe('Every Friday');
});
