import { expect, it } from 'vitest';
import { CHECKOUT_ITEMS, findOffer, OFFERS } from './offers.ts';

it('prices everything that can be bought, once', () => {
  expect(OFFERS.map(({ item }) => item).toSorted()).toEqual([...CHECKOUT_ITEMS].toSorted());
});

it('asks what the specification says, in cents', () => {
  expect(OFFERS.map(({ item, cents, currency, credits }) => [item, cents, currency, credits])).toEqual([
    ['pack_500', 6900, 'eur', 500],
    ['pack_1000', 14900, 'eur', 1000],
    ['pack_2000', 25900, 'eur', 2000],
    ['pack_5000', 59900, 'eur', 5000],
    ['start_monthly', 900, 'eur', 150],
    ['start_yearly', 8640, 'eur', 150],
    ['pro_monthly', 1500, 'eur', 300],
    ['pro_yearly', 14400, 'eur', 300],
  ]);
});

it.each([['pack_501'], ['__proto__'], [null], [500]])('sells nothing called %s', (item) => {
  expect(findOffer(item)).toBeUndefined();
});
