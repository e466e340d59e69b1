import { expect, it } from 'vitest';
import { breakText, widthOf } from './fit-text.ts';

it('breaks between words, and within one only if it is longer than a line', () => {
  expect(breakText('Everything else', 12, 80, 2)).toEqual(['Everything', 'else']);
  expect(breakText('Short', 12, 80, 2)).toEqual(['Short']);
  expect(breakText('Donaudampfschifffahrt', 12, 80, 2).join('')).toMatch(/^Donaudampfs.*$/);
});

it('ends what is left over, without cutting a letter in two', () => {
  const [first = '', second = '', ...more] = breakText('One two three four five six seven eight', 12, 60, 2);
  expect(more).toEqual([]);
  expect(second).toMatch(/…$/);
  for (const line of [first, second]) expect(widthOf(line, 12)).toBeLessThanOrEqual(60);
  expect(breakText('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 12, 30, 1)[0]).toMatch(/^(?:👩‍👩‍👧)+…$/u);
});

it('letters of the far east are wide, marks above letters are not', () => {
  expect(widthOf('東京', 10)).toBeGreaterThan(widthOf('ab', 10));
  expect(widthOf('e\u0301', 10)).toBe(widthOf('e', 10));
});
