import { expect, test } from 'vitest';
import { initials } from './user-menu.tsx';

test.each([
  ['Mara Lindqvist', 'ML'],
  ['Ana María de la Cruz', 'AC'],
  ['mara@example.com', 'M'],
  ['  björk ', 'B'],
  ['e\u0301mile', 'E\u0301'],
  ['1\ufe0f\u20e3 Smith', '1\ufe0f\u20e3S'],
  ['हिन्दी', 'हि'],
  ['👩‍👩‍👧 Smith', '👩‍👩‍👧S'],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
