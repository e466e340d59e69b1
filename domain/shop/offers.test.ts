import { expect, it } from 'vitest';
import { checkoutItem } from '../functions/inputs.ts';
import { catalogueOf } from './catalogue.ts';
import { createOffers, DEFAULT_OFFERS } from './offers.ts';

it('prices each item once, under a requestable key', () => {
  const items = DEFAULT_OFFERS.all.map(({ item }) => item);
  expect(new Set(items).size).toBe(items.length);
  expect(items.map((item) => checkoutItem.parse(item))).toEqual(items);
});

it('has the specified prices, in cents', () => {
  expect(
    DEFAULT_OFFERS.all.map(({ item, cents, currency, credits }) => [item, cents, currency, credits]),
  ).toEqual([
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
  expect(DEFAULT_OFFERS.find(item)).toBeUndefined();
});

it("has the installation's prices, in its currency and exact to the cent", () => {
  const { all } = createOffers(
    catalogueOf({
      currency: 'USD',
      yearlySavingPercent: 25,
      packs: [
        { credits: 100, price: 4.35, listPrice: null, bestValue: true, name: 'A taste', description: null },
      ],
      plans: {
        start: { name: 'Basic', credits: 200, price: 9.99 },
        pro: { name: 'Team', credits: 900, price: 29 },
      },
    }),
  );
  expect(
    all.map(({ item, name, cents, currency, credits }) => [item, name, cents, currency, credits]),
  ).toEqual([
    ['pack_100', 'A taste', 435, 'usd', 100],
    ['start_monthly', 'Basic plan', 999, 'usd', 200],
    ['start_yearly', 'Basic plan', 8991, 'usd', 200],
    ['pro_monthly', 'Team plan', 2900, 'usd', 900],
    ['pro_yearly', 'Team plan', 26_100, 'usd', 900],
  ]);
});
