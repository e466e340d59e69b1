import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const TABLES = ['tasks', 'projects', 'profiles'];

it('finds the name that was probably meant', () => {
  expect(nearestName('task', TABLES)).toBe('tasks');
  expect(nearestName('porjects', TABLES)).toBe('projects');
});

it('returns nothing if no name is close, or if the name is known', () => {
  expect(nearestName('secrets', TABLES)).toBeNull();
  expect(nearestName('tasks', TABLES)).toBeNull();
  expect(nearestName('', TABLES)).toBeNull();
});

it('does not compare very long names', () => {
  expect(nearestName('a'.repeat(100_000), ['a'.repeat(100_001)])).toBeNull();
});
