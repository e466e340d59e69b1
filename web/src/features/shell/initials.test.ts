import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Mara Lindqvist', 'ML'],
  ['Ana María de la Cruz', 'AC'],
  ['mara@example.com', 'M'],
  ['  björk ', 'B'],
  ['👩‍👩‍👧 Smith', '👩‍👩‍👧S'],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
