import { expect, test } from 'vitest';
import { toRowId } from './use-open-row.ts';

test.each([
  ['#password', 'password'],
  ['#history', 'credits'],
  ['#notices', 'answers'],
  ['', undefined],
  ['#message=Confirmation+link+accepted', undefined],
])('%s opens %s', (hash, id) => {
  expect(toRowId(hash)).toBe(id);
});
