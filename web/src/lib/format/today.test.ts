import { expect, it } from 'vitest';
import { today } from './today.ts';

it('names the day as a heading does', () => {
  expect(today(new Date(2026, 10, 20))).toBe('Friday, 20\u00a0November');
  expect(today(new Date(2027, 0, 3))).toBe('Sunday, 3\u00a0January');
});
