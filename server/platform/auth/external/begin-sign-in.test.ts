import { expect, test } from 'vitest';
import { reasonOf } from './begin-sign-in.ts';

test('the causes of a failure are logged in one line, without stacks', () => {
  const refused = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
  const failed = new TypeError('fetch failed', { cause: refused });
  expect(reasonOf(new Error('No answer', { cause: failed }))).toBe(
    'No answer: fetch failed: connect failed (ECONNREFUSED)',
  );
  expect(reasonOf(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(
    'connect ECONNREFUSED',
  );
  expect(reasonOf(new Error('x'.repeat(5000)))).toHaveLength(500);
  expect(reasonOf('no error at all')).toBe('');
});
