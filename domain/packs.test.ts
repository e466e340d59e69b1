import { expect, test } from 'vitest';
import { PACKS } from './packs.ts';

test('the packs are those of the price list', () => {
  expect(
    PACKS.map((pack) => [pack.tasks, pack.price, pack.discountedPrice, pack.discountPercentage]),
  ).toEqual([
    [500, 100, 69, 31],
    [1000, 250, 149, 40],
    [2000, 500, 259, 48],
    [5000, 1000, 599, 40],
  ]);
  expect(PACKS.filter((pack) => pack.isBestValue).map((pack) => pack.tasks)).toEqual([2000]);
  expect(PACKS.every((pack) => pack.features.length === 9)).toBe(true);
});
