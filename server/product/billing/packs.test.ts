import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf, giveCreditBack, takeCredit } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';

let test: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database);
});
afterEach(() => assertBillingInvariants(test.database));
afterAll(async () => {
  await world.close();
  await test.close();
});

const newUser = (): Promise<TestUser> => makeUser(test.database, { credits: 0 });
const purchasesOf = ({ id }: TestUser) =>
  test.database.query(
    `select item, amount_cents, refunded_cents, currency, is_disputed, is_test from public.purchases
     where user_id = $1`,
    [id],
  );

describe('a pack', () => {
  it('is granted once its payment is confirmed, and listed among the purchases', async () => {
    const user = await newUser();
    const session = await world.open(user, 'pack_500');
    expect(session).toMatchObject({ amount_total: 6900, client_reference_id: user.id, mode: 'payment' });
    expect(session.success_url).toBe(
      'http://localhost:3000/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    );
    world.stripe.acts.pay(session.id);
    // The user is on the success page before the event arrives: nothing is granted yet.
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
    await world.deliver();
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 500, credits_used: 0 });
    expect(await purchasesOf(user)).toEqual([
      {
        item: 'pack_500',
        amount_cents: 6900,
        refunded_cents: 0,
        currency: 'eur',
        is_disputed: false,
        is_test: true,
      },
    ]);
  });

  it('is granted once, even if its event is sent ten times, in parallel, and settled twenty times in parallel', async () => {
    const user = await newUser();
    const session = await world.open(user, 'pack_1000');
    world.stripe.acts.pay(session.id);
    const event = world.stripe.state.events.at(-1);
    if (!event) throw new Error('no event');
    const message = world.stripe.sign(event);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => world.send(message)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all(Array.from({ length: 20 }, () => world.settle(event.id)));
    await world.deliver();
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 1000 });
  });

  it('can be bought again by the same customer', async () => {
    const user = await newUser();
    const [first, second] = [await world.buy(user, 'pack_500'), await world.buy(user, 'pack_500')];
    expect(second.customer).toBe(first.customer);
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 1000 });
  });

  it('creates one customer for ten parallel checkouts', async () => {
    const user = await newUser();
    await Promise.all(Array.from({ length: 10 }, () => world.call('checkout', user, { item: 'pack_500' })));
    const customers = [...world.stripe.state.customers.values()];
    expect(customers.filter(({ email }) => email === user.email)).toHaveLength(1);
  });
});

describe('a pending payment', () => {
  it('grants nothing while unpaid or failed, and its credits when it arrives late', async () => {
    const [late, failed, expired] = [await newUser(), await newUser(), await newUser()];
    const sessions = [
      await world.open(late, 'pack_500'),
      await world.open(failed, 'pack_500'),
      await world.open(expired, 'pack_500'),
    ].map(({ id }) => id);
    const [first = '', second = '', third = ''] = sessions;
    world.stripe.acts.pay(first, 'later');
    world.stripe.acts.pay(second, 'later');
    world.stripe.acts.expire(third);
    await world.deliver();
    for (const user of [late, failed, expired]) {
      expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
    }
    world.stripe.acts.endLater(first, 'succeeded');
    world.stripe.acts.endLater(second, 'failed');
    await world.deliver();
    expect(await creditsOf(test.database, late)).toMatchObject({ credits_limit: 500 });
    expect(await creditsOf(test.database, failed)).toMatchObject({ credits_limit: 0 });
    expect(world.alarms).toEqual([]);
  });
});

describe('a refund', () => {
  it.each([
    ['in full, before anything was spent', 0, 6900, 0],
    ['in full, after half was spent', 250, 6900, 250],
    ['in full, after all was spent', 500, 6900, 500],
    ['of a third, before anything was spent', 0, 2300, 333],
    ['of 99 in 100, after some was spent', 20, 6831, 20],
    ['of a third, after all was spent', 500, 2300, 500],
  ])('%s takes its share of what is unspent, once', async (_case, spent, cents, left) => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    await spend(user, spent);
    world.stripe.acts.refund(intent ?? '', cents);
    await world.deliver();
    await world.deliver(world.stripe.state.events.slice(-2));
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: left, credits_used: spent });
    expect(await purchasesOf(user)).toMatchObject([{ refunded_cents: cents }]);
  });

  it('that arrives before the purchase is known leaves nothing of it', async () => {
    const user = await newUser();
    const session = await world.open(user, 'pack_500');
    world.stripe.acts.pay(session.id);
    world.stripe.acts.refund(session.payment_intent ?? '');
    const events = world.stripe.state.events.slice(-2).toReversed();
    await world.deliver(events);
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
  });

  it('takes nothing while pending', async () => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    const refund = world.stripe.acts.refund(intent ?? '', 6900, 'pending');
    await world.deliver();
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 500 });
    refund.status = 'succeeded';
    const event = world.stripe.state.events.at(-1);
    if (!event) throw new Error('no event');
    await world.deliver([
      { ...event, id: `evt_${randomUUID()}`, type: 'refund.updated', data: { object: { ...refund } } },
    ]);
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
  });

  it('that fails after it succeeded restores what it took, also partially, also twice', async () => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    await spend(user, 100);
    for (const cents of [undefined, 3450]) {
      const { id } = world.stripe.acts.refund(intent ?? '', cents);
      await world.deliver();
      expect(await creditsOf(test.database, user)).not.toMatchObject({ credits_limit: 500 });
      world.stripe.acts.failRefund(id);
      await world.deliver();
      await world.deliver(world.stripe.state.events.slice(-2));
      expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 500, credits_used: 100 });
      expect(await purchasesOf(user)).toMatchObject([{ refunded_cents: 0 }]);
    }
    world.stripe.acts.refund(intent ?? '', 3450);
    await world.deliver();
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 250, credits_used: 100 });
    world.stripe.acts.refund(intent ?? '');
    await world.deliver();
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 100, credits_used: 100 });
  });

  it('does not take what is refunded to the grant afterwards', async () => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    const run = randomUUID();
    await takeCredit(test.database, user, run);
    world.stripe.acts.refund(intent ?? '');
    await world.deliver();
    await giveCreditBack(test.database, run);
    await world.deliver(world.stripe.state.events.slice(-1));
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 1, credits_used: 0 });
  });

  it('of a pack whose price has changed since still takes its credits', async () => {
    const user = await newUser();
    const { id, payment_intent: intent } = await world.buy(user, 'pack_500');
    const session = world.stripe.state.sessions.get(id);
    // As if the table had another amount at the time of purchase.
    Object.assign(session ?? {}, { amount_total: 5900 });
    world.stripe.acts.refund(intent ?? '');
    await world.deliver();
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
    expect(world.alarms).toEqual([]);
  });

  it('leaves other packs alone', async () => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    await world.buy(user, 'pack_1000');
    world.stripe.acts.refund(intent ?? '');
    await world.deliver();
    expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 1000 });
  });
});

describe('a dispute', () => {
  it('takes nothing while open or won, and the unspent rest when lost', async () => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    await spend(user, 10);
    const won = world.stripe.acts.dispute(intent ?? '');
    await world.deliver();
    expect(await purchasesOf(user)).toMatchObject([{ is_disputed: true }]);
    world.stripe.acts.closeDispute(won.id, 'won');
    await world.deliver();
    expect(await purchasesOf(user)).toMatchObject([{ is_disputed: false }]);
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 500, credits_used: 10 });
    const lost = world.stripe.acts.dispute(intent ?? '');
    world.stripe.acts.closeDispute(lost.id, 'lost');
    await world.deliver();
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: 10, credits_used: 10 });
  });

  it.each([0, 250, 500])('lost after %i credits were spent leaves those, once', async (spent) => {
    const user = await newUser();
    const { payment_intent: intent } = await world.buy(user, 'pack_500');
    await spend(user, spent);
    const { id } = world.stripe.acts.dispute(intent ?? '');
    world.stripe.acts.closeDispute(id, 'lost');
    await world.deliver();
    await world.deliver(world.stripe.state.events.slice(-2));
    expect(await creditsOf(test.database, user)).toEqual({ credits_limit: spent, credits_used: spent });
  });
});

describe('a dispute of a pack that is half refunded', () => {
  const ways = ['refund first', 'dispute first'].flatMap((order) =>
    ['lost', 'won'].flatMap((end) => [0, 250, 500].map((spent) => [order, end, spent] as const)),
  );

  it.each(ways)(
    '%s, %s, with %i credits spent: keeps what is spent, and of the rest what was not refunded, once',
    async (order, end, spent) => {
      const user = await newUser();
      const { payment_intent: intent } = await world.buy(user, 'pack_500');
      await spend(user, spent);
      const refund = () => world.stripe.acts.refund(intent ?? '', 3450);
      if (order === 'refund first') refund();
      await world.deliver();
      const { id } = world.stripe.acts.dispute(intent ?? '');
      await world.deliver();
      if (order === 'dispute first') refund();
      world.stripe.acts.closeDispute(id, end === 'lost' ? 'lost' : 'won');
      await world.deliver();
      await world.deliver(world.stripe.state.events.slice(-3).toReversed());
      const left = end === 'lost' ? 0 : Math.max(0, 250 - spent);
      expect(await creditsOf(test.database, user)).toEqual({
        credits_limit: spent + left,
        credits_used: spent,
      });
    },
  );
});

/** In a single statement, since 500 delegations would take too long. */
async function spend(user: TestUser, credits: number): Promise<void> {
  await test.database.query(
    'select count(private.take_credit($1, gen_random_uuid())) from generate_series(1, $2)',
    [user.id, credits],
  );
}
