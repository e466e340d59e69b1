import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CheckoutItem } from '#domain/shop/plans.ts';
import type { Session } from '#simulators/stripe/objects.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';

let test: TestDatabase;
let world: BillingWorld;
let user: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database);
});
afterEach(async () => {
  await assertBillingInvariants(test.database);
  world.alarms.length = 0;
});
afterAll(async () => {
  await world.close();
  await test.close();
});

const limit = async (): Promise<number> => (await creditsOf(test.database, user)).credits_limit;

/** A checkout that was opened when the price list was different. */
async function openBefore(item: CheckoutItem, then: { cents: number; credits: number }): Promise<Session> {
  user = await makeUser(test.database, { credits: 0 });
  const session = await world.open(user, item);
  const now = world.stripe.state.prices.get(session.line_items[0]?.price ?? '');
  if (!now) throw new Error('no price');
  const price = { ...now, id: `${now.id}_of_then`, unit_amount: then.cents, lookup_key: null };
  world.stripe.state.prices.set(price.id, price);
  Object.assign(session, { amount_total: then.cents, line_items: [{ price: price.id, quantity: 1 }] });
  await test.database.query(
    'update private.checkout_orders set price_ref = $2, cents = $3, credits = $4 where checkout_ref = $1',
    [session.id, price.id, then.cents, then.credits],
  );
  return session;
}

it('a pack has the price and credits of when its checkout was opened', async () => {
  const session = await openBefore('pack_500', { cents: 5900, credits: 550 });
  world.stripe.acts.pay(session.id);
  await world.deliver();
  expect(world.alarms).toEqual([]);
  expect(await limit()).toBe(550);
});

it('a plan has the terms of when its checkout was opened, every month, whichever event comes first', async () => {
  const session = await openBefore('start_monthly', { cents: 700, credits: 120 });
  const before = world.stripe.state.events.length;
  world.stripe.acts.pay(session.id);
  await world.deliver(world.stripe.state.events.slice(before));
  expect(world.alarms).toEqual([]);
  expect(await limit()).toBe(120);
  const bills = () =>
    test.database.query('select amount_cents from public.purchases where user_id = $1', [user.id]);
  expect(await bills()).toEqual([{ amount_cents: 700 }]);
  world.stripe.acts.renew(session.subscription ?? '');
  await world.deliver();
  const periods = await test.database.query('select credits from private.plan_periods where user_id = $1', [
    user.id,
  ]);
  expect(periods).toEqual([{ credits: 120 }, { credits: 120 }]);
  const [plan] = await test.database.query(
    'select price_cents, price_currency, credits from public.subscriptions where user_id = $1',
    [user.id],
  );
  expect(plan).toEqual({ price_cents: 700, price_currency: 'eur', credits: 120 });
});

it('a plan paid days after it began has the terms of its checkout', async () => {
  const session = await openBefore('start_monthly', { cents: 700, credits: 120 });
  world.stripe.acts.pay(session.id, 'later');
  await world.deliver();
  expect(await limit()).toBe(0);
  world.stripe.acts.endLater(session.id, 'succeeded');
  await world.deliver();
  expect(world.alarms).toEqual([]);
  expect(await limit()).toBe(120);
});

it('a plan changed at Stripe to a former price has the terms that others were shown for it', async () => {
  const session = await openBefore('start_monthly', { cents: 1100, credits: 180 });
  const [then] = session.line_items;
  user = await makeUser(test.database, { credits: 0 });
  const own = await world.open(user, 'start_monthly');
  world.stripe.acts.pay(own.id);
  await world.deliver();
  Object.assign(world.stripe.state.prices.get(then?.price ?? '') ?? {}, { lookup_key: 'start_of_then' });
  world.stripe.acts.changePlan(own.subscription ?? '', 'start_of_then');
  await world.deliver();
  expect(world.alarms).toEqual([]);
  const periods = await test.database.query(
    'select credits from private.plan_periods where user_id = $1 order by credits',
    [user.id],
  );
  expect(periods).toEqual([{ credits: 150 }, { credits: 180 }]);
});

it('a former price that nobody was shown grants nothing', async () => {
  const session = await openBefore('pack_500', { cents: 5900, credits: 550 });
  await test.database.query('delete from private.checkout_orders where checkout_ref = $1', [session.id]);
  world.stripe.acts.pay(session.id);
  await world.deliver();
  expect(world.alarms).toEqual(['another amount, currency, interval or quantity than the price table']);
  expect(await limit()).toBe(0);
});
