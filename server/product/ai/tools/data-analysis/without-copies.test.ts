import { expect, it } from 'vitest';
import { withoutCopies } from './without-copies.ts';

it.each([
  ['Product A-12 leads', ['A-12'], 'Product      leads'],
  ['product a-12 leads', ['A-12'], 'product      leads'],
  ['A-12 and A-12-B', ['A-12', 'A-12-B'], '     and       '],
  ['XA-12 is another', ['A-12'], 'XA-12 is another'],
  ['It rose by 12', ['A-12'], 'It rose by 12'],
])('of %j without %j is left %j', (text, names, rest) => {
  expect(withoutCopies(text, names).replace(/ +/g, ' ')).toBe(rest.replace(/ +/g, ' '));
});
