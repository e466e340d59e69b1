import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Session } from '#simulators/stripe/objects.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';
import { retryWaitingEvents } from './settle/event-inbox.ts';

const LINK = 'https://buy.stripe.com/test_500';
let test: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database, { links: new Map([['pack_500', LINK]]) });
  world.stripe.state.links.set('plink_1', { id: 'plink_1', object: 'payment_link', url: LINK });
});
afterEach(() => assertBillingInvariants(test.database));
afterAll(async () => {
  await world.close();
  await test.close();
});

/** A visit to the link as Stripe reports it, with a price that the operator created by hand. */
async function payByLink(user: TestUser, change: Partial<Session>): Promise<number> {
  world.alarms.length = 0;
  const session = await world.open(user, 'pack_1000');
  const price = { ...[...world.stripe.state.prices.values()][0], id: 'price_by_hand', unit_amount: 6900 };
  Object.assign(price, { metadata: {}, lookup_key: null, recurring: null });
  world.stripe.state.prices.set(
    price.id,
    Object.assign({}, [...world.stripe.state.prices.values()][0], price),
  );
  Object.assign(session, {
    customer: null,
    payment_link: 'plink_1',
    amount_total: 6900,
    line_items: [{ price: price.id, quantity: 1 }],
    ...change,
  });
  // Opened by Stripe, not by us.
  await test.database.query('delete from private.checkout_orders where checkout_ref = $1', [session.id]);
  world.stripe.acts.pay(session.id);
  await world.deliver();
  return (await creditsOf(test.database, user)).credits_limit;
}

it('a link carries the id of the buyer, and its payment is theirs', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const answer = await world.call('checkout', user, { item: 'pack_500' });
  const expected = new URL(LINK);
  expected.searchParams.set('client_reference_id', user.id);
  expected.searchParams.set('prefilled_email', user.email);
  expect(answer).toEqual({ url: expected.href });
  expect(await payByLink(user, {})).toBe(500);
  expect(world.alarms).toEqual([]);
});

it.each<[string, Partial<Session>, string]>([
  [
    'a quantity',
    { amount_total: 13_800, line_items: [{ price: 'price_by_hand', quantity: 2 }] },
    'another amount, currency, interval or quantity than the price table',
  ],
  ['another link', { payment_link: null }, 'unknown price'],
  ['nobody', { client_reference_id: 'somebody' }, 'paid for nobody here'],
])('a link with %s grants nothing', async (_case, change, reason) => {
  const user = await makeUser(test.database, { credits: 0 });
  expect(await payByLink(user, change)).toBe(0);
  expect(world.alarms).toEqual([reason]);
});

it('an event that waits too long is queued again and reported', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const session = await world.open(user, 'pack_1000');
  world.stripe.acts.pay(session.id);
  const event = world.stripe.state.events.at(-1);
  if (!event) throw new Error('no event');
  await world.send(world.stripe.sign(event));
  world.alarms.length = 0;
  await retryWaitingEvents(world.billing);
  expect(world.alarms).toEqual([]);
  await test.database.query(
    "update private.stripe_events set received_at = now() - interval '16 minutes' where id = $1",
    [event.id],
  );
  await retryWaitingEvents(world.billing);
  expect(world.alarms).toEqual(['1 wait']);
  expect(world.jobs.sent.at(-1)).toMatchObject({ payload: { event_id: event.id } });
  await world.deliver();
});
