import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { catalogueOf } from '#domain/shop/catalogue.ts';
import { createOffers, DEFAULT_OFFERS } from '#domain/shop/offers.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';

const OFFERS = createOffers(
  catalogueOf({
    currency: 'USD',
    yearlySavingPercent: 25,
    packs: [
      { credits: 100, price: 4.35, listPrice: null, bestValue: false, name: 'A taste', description: null },
    ],
    plans: {
      start: { name: 'Basic', credits: 200, price: 9.99 },
      pro: { name: 'Team', credits: 900, price: 29 },
    },
  }),
);

let test: TestDatabase;
let world: BillingWorld;
let user: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database, { offers: OFFERS });
});
afterEach(async () => {
  await assertBillingInvariants(test.database);
  expect(world.alarms).toEqual([]);
});
afterAll(async () => {
  await world.close();
  await test.close();
});

const limit = async (): Promise<number> => (await creditsOf(test.database, user)).credits_limit;
const paid = () =>
  test.database.query('select item, amount_cents, currency from public.purchases where user_id = $1', [
    user.id,
  ]);

it('a pack of the installation’s own is paid in its currency and grants its credits', async () => {
  user = await makeUser(test.database, { credits: 0 });
  await world.buy(user, 'pack_100');
  expect(await limit()).toBe(100);
  expect(await paid()).toEqual([{ item: 'pack_100', amount_cents: 435, currency: 'usd' }]);
});

it('a plan has the installation’s allowance, yearly price and name at the payment provider', async () => {
  user = await makeUser(test.database, { credits: 0 });
  await world.buy(user, 'start_yearly');
  expect(await limit()).toBe(200);
  expect(await paid()).toEqual([{ item: 'start_yearly', amount_cents: 8991, currency: 'usd' }]);
  expect(world.stripe.state.products.get('errand_start')).toMatchObject({ name: 'Basic plan' });
});

it('an item that is only sold elsewhere is refused before anything is opened', async () => {
  user = await makeUser(test.database, { credits: 0 });
  const known = world.stripe.state.sessions.size;
  await expect(world.call('checkout', user, { item: 'pack_500' })).rejects.toMatchObject({
    status: 400,
    message: 'item: pack_500 isn’t sold here',
  });
  expect(world.stripe.state.sessions.size).toBe(known);
});

it('a pack removed from the list has the terms of when its checkout was opened', async () => {
  user = await makeUser(test.database, { credits: 0 });
  const session = await world.open(user, 'pack_100');
  const before = world.stripe.state.events.length;
  world.stripe.acts.pay(session.id);
  const later = { ...world.billing, offers: DEFAULT_OFFERS };
  for (const event of world.stripe.state.events.slice(before)) {
    await world.send(world.stripe.sign(event));
    await world.settle(event.id, later);
  }
  expect(await limit()).toBe(100);
});

it('a plan continues as sold after the list has changed', async () => {
  user = await makeUser(test.database, { credits: 0 });
  const session = await world.buy(user, 'start_monthly');
  expect(await limit()).toBe(200);
  const before = world.stripe.state.events.length;
  world.stripe.acts.renew(session.subscription ?? '');
  const later = { ...world.billing, offers: DEFAULT_OFFERS };
  for (const event of world.stripe.state.events.slice(before)) {
    await world.send(world.stripe.sign(event));
    await world.settle(event.id, later);
  }
  const periods = await test.database.query('select credits from private.plan_periods where user_id = $1', [
    user.id,
  ]);
  expect(periods).toEqual([{ credits: 200 }, { credits: 200 }]);
});
