import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';

let test: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database);
});
afterEach(async () => {
  await assertBillingInvariants(test.database);
  expect(world.alarms).toEqual([]);
});
afterAll(async () => {
  await world.close();
  await test.close();
});

const newUser = (): Promise<TestUser> => makeUser(test.database, { credits: 0 });

const customersOf = ({ id }: TestUser) =>
  test.database.query(
    `select customer_ref, gone_at is not null as gone from private.payment_customers
     where user_id = $1 order by created_at`,
    [id],
  );

it('a customer deleted at Stripe buys again as a new one; the old one stays on file and in the audit', async () => {
  const user = await newUser();
  const { customer: old, payment_intent: intent } = await world.buy(user, 'pack_500');
  world.stripe.acts.deleteCustomer(old ?? '');
  const { customer: next } = await world.buy(user, 'pack_500');
  expect(next).not.toBe(old);
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 1000 });
  expect(await customersOf(user)).toEqual([
    { customer_ref: old, gone: true },
    { customer_ref: next, gone: false },
  ]);
  const audit = await test.database.query(
    `select payload ->> 'action' as action, payload ->> 'customer_ref' as customer
     from auth.audit_log_entries where payload ->> 'user_id' = $1`,
    [user.id],
  );
  expect(audit).toEqual([{ action: 'billing_customer_gone', customer: old }]);
  world.stripe.acts.refund(intent ?? '');
  await world.deliver();
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 500 });
});

it('ten parallel checkouts create one new customer', async () => {
  const user = await newUser();
  const { customer } = await world.buy(user, 'pack_500');
  world.stripe.acts.deleteCustomer(customer ?? '');
  await Promise.all(Array.from({ length: 10 }, () => world.call('checkout', user, { item: 'pack_500' })));
  expect(await customersOf(user)).toHaveLength(2);
  expect([...world.stripe.state.customers.values()].filter(({ email }) => email === user.email)).toHaveLength(
    1,
  );
});

it('a plan that ended with its customer can be bought again, even before its end is known here', async () => {
  const user = await newUser();
  const { customer } = await world.buy(user, 'start_monthly');
  world.stripe.acts.deleteCustomer(customer ?? '');
  await world.buy(user, 'pro_monthly');
  const plans = await test.database.query(
    'select item, status from public.subscriptions where user_id = $1 order by started_at, created_at',
    [user.id],
  );
  expect(plans).toEqual([
    { item: 'start_monthly', status: 'ended' },
    { item: 'pro_monthly', status: 'active' },
  ]);
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 300 });
});

it('the portal opens for a new customer, too', async () => {
  const user = await newUser();
  const { customer } = await world.buy(user, 'pack_500');
  world.stripe.acts.deleteCustomer(customer ?? '');
  expect(await world.call('billing-portal', user)).toEqual({
    url: expect.stringContaining('billing.stripe.test'),
  });
});
