import { expect, it } from 'vitest';
import { compareDecimals } from './compare-decimals.ts';

it.each([
  ['1', '2', -1],
  ['10', '9', 1],
  ['1.50', '1.5', 0],
  ['-0', '0', 0],
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '-9007199254740992', -1],
  ['0.1', '0.10000000000000000000', 0],
  ['0.1', '0.10000000000000000001', -1],
  ['1e-7', '0.0000001', 0],
  ['0.00000010000000000000000000001', '1e-7', 1],
  ['NaN', 'Infinity', 1],
  ['NaN', 'NaN', 0],
  ['-Infinity', '-5', -1],
  ['Infinity', 'Infinity', 0],
])('%s and %s', (left, right, order) => {
  expect(compareDecimals(left, right)).toBe(order);
  expect(compareDecimals(right, left)).toBe(0 - order);
});
