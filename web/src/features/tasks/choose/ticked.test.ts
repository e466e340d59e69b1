import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTicked } from './ticked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one Undo reopens tasks that were ticked in a row', () => {
  const ticked = createTicked(5000);
  expect(ticked.add(['a'])).toEqual(['a']);
  vi.advanceTimersByTime(4000);
  expect(ticked.add(['b'])).toEqual(['a', 'b']);
  vi.advanceTimersByTime(4000);
  expect(ticked.add(['b', 'c'])).toEqual(['a', 'b', 'c']);
});

test('Undo does not reopen tasks that were undone already or ticked too long ago', () => {
  const ticked = createTicked(5000);
  ticked.add(['a']);
  vi.advanceTimersByTime(5000);
  expect(ticked.add(['b'])).toEqual(['b']);
  ticked.clear();
  expect(ticked.add(['c'])).toEqual(['c']);
});
