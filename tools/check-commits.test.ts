import { expect, test } from 'vitest';
import { refuseTitle } from './check-commits.ts';

test('a title names its area and begins with a verb', () => {
  expect(refuseTitle('rest: refuse two embeds under one key')).toBeNull();
  expect(refuseTitle('tests/e2e: sign in through storage state')).toBeNull();
  expect(refuseTitle('Refuses two embeds under one key')).toMatch(/area: verb object/);
  expect(refuseTitle('rest: Refuse two embeds')).toMatch(/area: verb object/);
  expect(refuseTitle('rest:refuse two embeds')).toMatch(/area: verb object/);
});

test('a title has 72 characters at most', () => {
  expect(refuseTitle(`rest: ${'x'.repeat(66)}`)).toBeNull();
  expect(refuseTitle(`rest: ${'x'.repeat(67)}`)).toBe('73 characters, at most 72 are allowed');
});
