import { expect, it } from 'vitest';
import { formatDay } from './format-day.ts';

it.each([
  ['2026-11-20', 'en', '20 Nov 2026'],
  ['2026-11-20', 'de', '20. November 2026'],
  ['2026-11-20', 'ja', '2026年11月20日'],
  ['2026-11-20', 'ru', '20 ноября 2026 г.'],
  ['2026-11', 'fr', 'novembre 2026'],
  ['in 2026-11', 'fr', 'in 2026-11'],
])('formats %s in %s as %s', (day, language, written) => {
  expect(formatDay(day, language)).toBe(written);
});
