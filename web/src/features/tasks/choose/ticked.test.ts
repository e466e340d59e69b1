import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTicked } from './ticked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('tasks that are ticked in a row are taken back together', () => {
  const ticked = createTicked(5000);
  expect(ticked.add(['a'])).toEqual(['a']);
  vi.advanceTimersByTime(4000);
  expect(ticked.add(['b'])).toEqual(['a', 'b']);
  vi.advanceTimersByTime(4000);
  expect(ticked.add(['b', 'c'])).toEqual(['a', 'b', 'c']);
});

test('what was taken back, or was ticked too long ago, is not taken back again', () => {
  const ticked = createTicked(5000);
  ticked.add(['a']);
  vi.advanceTimersByTime(5000);
  expect(ticked.add(['b'])).toEqual(['b']);
  ticked.clear();
  expect(ticked.add(['c'])).toEqual(['c']);
});
