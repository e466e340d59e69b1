import { expect, it } from 'vitest';
import { finalDates } from './date-reader.ts';
import { readDates } from './read-dates.ts';

const NOW = new Date(2026, 10, 25, 9);

it.each([
  ['Call the bank on Friday', '2026-11-27'],
  ['Send the form by 4 December.', '2026-12-04'],
  ['By Friday, call the bank', '2026-11-27'],
  ['Book by 4 December, or pay more', '2026-12-04'],
  ['Call the bank (on Friday)', '2026-11-27'],
  ['Have the deposit back within 30 days of the inspection', undefined],
  ['In 30 days of rain nothing dries', undefined],
  ['Call the bank', undefined],
])('%s: %s', (text, day) => {
  expect(finalDates(text, readDates(text, NOW)).at(-1)?.day).toBe(day);
});
