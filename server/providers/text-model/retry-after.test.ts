import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = new Date('2026-11-20T12:00:00Z');

it.each([
  ['1', 1],
  [' 90 ', 90],
  ['0.2', 1],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('reads %j as %s seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});
