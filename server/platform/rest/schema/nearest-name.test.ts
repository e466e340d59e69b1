import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const TABLES = ['tasks', 'projects', 'profiles'];

it('finds the name that was probably meant', () => {
  expect(nearestName('task', TABLES)).toBe('tasks');
  expect(nearestName('porjects', TABLES)).toBe('projects');
});

it('says nothing when no name is close, or when the name is right', () => {
  expect(nearestName('secrets', TABLES)).toBeNull();
  expect(nearestName('tasks', TABLES)).toBeNull();
  expect(nearestName('', TABLES)).toBeNull();
});

it('does not compare names of any length', () => {
  expect(nearestName('a'.repeat(100_000), ['a'.repeat(100_001)])).toBeNull();
});
