import { expect, test } from 'vitest';
import { readOpened, withOpened } from './opened.ts';

test('an address names a task, and an answer only with its task', () => {
  expect(readOpened('?task=a&answer=b')).toEqual({ task: 'a', answer: 'b' });
  expect(readOpened('?answer=b')).toEqual({ task: null, answer: null });
});

test('opening and closing leave the other parameters alone', () => {
  const opened = withOpened('?checkout_success=1', { task: 'a', answer: 'b' });
  expect(opened).toBe('?checkout_success=1&task=a&answer=b');
  expect(withOpened(opened, { task: 'a', answer: null })).toBe('?checkout_success=1&task=a');
  expect(withOpened('?task=a', { task: null, answer: null })).toBe('');
});
