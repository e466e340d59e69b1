import { expect, test } from 'vitest';
import { DEFAULT_CATALOGUE } from './catalogue.ts';
import { creditPack } from './packs.ts';

const PACKS = DEFAULT_CATALOGUE.packs;

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

test('packs are named by their size', () => {
  expect(PACKS.map(({ name }) => name)).toEqual([
    '500 AI tasks',
    '1,000 AI tasks',
    '2,000 AI tasks',
    '5,000 AI tasks',
  ]);
  expect(PACKS[1]?.description).toBe('1,000 credits for AI tasks, paid once. They never expire.');
});

test('a pack without a list price has no discount', () => {
  const terms = { credits: 50, price: 2.5, listPrice: null, bestValue: false, name: null, description: null };
  expect(creditPack(terms, 'CHF')).toMatchObject({
    key: 'pack_50',
    price: 2.5,
    discountedPrice: 2.5,
    discountPercentage: 0,
    currency: 'CHF',
  });
});
