import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session, StripeEvent } from '#simulators/stripe/objects.ts';
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
beforeEach(async () => {
  user = await makeUser(test.database, { credits: 0 });
  world.alarms.length = 0;
});
afterEach(() => assertBillingInvariants(test.database));
afterAll(async () => {
  await world.close();
  await test.close();
});

const seconds = (): number => Math.floor(Date.now() / 1000);

const kept = async (): Promise<number> =>
  (await test.database.query('select from private.stripe_events')).length;

async function paid(): Promise<{ session: Session; event: StripeEvent }> {
  const session = await world.open(user, 'pack_500');
  world.stripe.acts.pay(session.id);
  const event = world.stripe.state.events.at(-1);
  if (!event) throw new Error('no event');
  return { session, event };
}

const limit = async (): Promise<number> => (await creditsOf(test.database, user)).credits_limit;

describe('an event', () => {
  it.each<[string, (event: StripeEvent) => { body: string; signature: string }]>([
    ['without a signature', (event) => ({ body: world.stripe.sign(event).body, signature: '' })],
    ['of another secret', (event) => world.stripe.sign(event, { secret: 'whsec_of_somebody_else' })],
    [
      'with one byte changed',
      (event) => {
        const { body, signature } = world.stripe.sign(event);
        return { body: body.replace('"payment"', '"paymenT"'), signature };
      },
    ],
    [
      'written anew',
      (event) => {
        const { body, signature } = world.stripe.sign(event);
        return { body: JSON.stringify(JSON.parse(body)), signature };
      },
    ],
    ['301 seconds old', (event) => world.stripe.sign(event, { at: seconds() - 302 })],
    ['301 seconds early', (event) => world.stripe.sign(event, { at: seconds() + 302 })],
    [
      'of another scheme',
      (event) => {
        const { body, signature } = world.stripe.sign(event);
        return { body, signature: signature.replace('v1=', 'v0=') };
      },
    ],
    [
      'of two megabytes',
      (event) => world.stripe.sign({ ...event, data: { object: { id: 'x'.repeat(2_000_000) } } }),
    ],
    ['that is signed and no event', (event) => world.stripe.sign({ ...event, id: '' })],
  ])('%s is refused and leaves no trace', async (_case, sign) => {
    const { event } = await paid();
    const before = await kept();
    const { body, signature } = sign(event);
    expect(await world.send({ body, signature })).toBe(400);
    expect(await kept()).toBe(before);
    expect(await limit()).toBe(0);
  });

  it.each([['whsec_the_one_before'], ['whsec_0123456789abcdef']])(
    'is accepted with either of two secrets: %s',
    async (secret) => {
      const { event } = await paid();
      expect(await world.send(world.stripe.sign(event, { secret }))).toBe(200);
      await world.settle(event.id);
      expect(await limit()).toBe(500);
    },
  );

  it('of a kind that does not concern us is accepted and ignored', async () => {
    const { event } = await paid();
    const other = { ...event, id: 'evt_other', type: 'customer.created' };
    expect(await world.send(world.stripe.sign(other))).toBe(200);
    const [row] = await test.database.query('select outcome from private.stripe_events where id = $1', [
      'evt_other',
    ]);
    expect(row).toEqual({ outcome: 'nothing to do' });
  });

  it('of the other mode is stored, not settled, and reported', async () => {
    const { event } = await paid();
    await world.deliver([{ ...event, livemode: true }]);
    expect(await limit()).toBe(0);
    expect(world.alarms).toEqual(['from the other mode']);
  });
});

it('a payment in test mode is worth nothing in live mode, and is reported', async () => {
  const live = await createBillingWorld(test.database, { secretKey: 'sk_live_0123456789abcdef' });
  const session = await live.open(user, 'pack_500');
  live.stripe.acts.pay(session.id);
  const event = live.stripe.state.events.at(-1);
  if (!event) throw new Error('no event');
  await live.deliver([{ ...event, livemode: false }]);
  expect(await limit()).toBe(0);
  expect(live.alarms).toEqual(['from the other mode']);
  await live.close();
});

describe("Stripe's state of a payment", () => {
  it.each<[string, (session: Session) => void, string]>([
    [
      'another currency',
      (session) => Object.assign(session, { currency: 'jpy' }),
      'another amount, currency, interval or quantity than the price table',
    ],
    [
      'an amount of one cent',
      (session) => Object.assign(session, { amount_total: 1 }),
      'another amount, currency, interval or quantity than the price table',
    ],
    [
      'a hundred of them for the price of one',
      (session) => Object.assign(session.line_items[0] ?? {}, { quantity: 100 }),
      'another amount, currency, interval or quantity than the price table',
    ],
    [
      'a price of its own, with credits in its metadata',
      (session) => {
        const price = world.stripe.state.prices.get(session.line_items[0]?.price ?? '');
        if (!price) throw new Error('no price');
        const forged = { ...price, id: 'price_forged', metadata: { credits: '100000' } };
        world.stripe.state.prices.set(forged.id, forged);
        Object.assign(session.line_items[0] ?? {}, { price: forged.id });
        Object.assign(session.metadata, { credits: '100000', item: 'pack_5000' });
      },
      'unknown price',
    ],
    ['two things at once', (session) => void session.line_items.push(...session.line_items), 'unknown price'],
    [
      'somebody else',
      (session) => Object.assign(session, { client_reference_id: '00000000-0000-4000-8000-000000000000' }),
      'paid for somebody else',
    ],
    [
      'nobody here',
      (session) => Object.assign(session, { customer: null, client_reference_id: null }),
      'paid for nobody here',
    ],
    ['the other mode', (session) => Object.assign(session, { livemode: true }), 'from the other mode'],
  ])('that names %s grants nothing, and is reported', async (_case, tamper, reason) => {
    const { session, event } = await paid();
    tamper(session);
    await world.deliver([event]);
    expect(await limit()).toBe(0);
    expect(world.alarms).toEqual([reason]);
  });

  it('is compared with our table: more credits in the metadata grant no more', async () => {
    const { session, event } = await paid();
    Object.assign(session.metadata, { credits: '100000', item: 'pack_5000' });
    await world.deliver([event]);
    expect(await limit()).toBe(500);
  });

  it('counts, not the event: a forged event of an open checkout grants nothing', async () => {
    const session = await world.open(user, 'pack_500');
    const forged: StripeEvent = {
      id: 'evt_forged_state',
      object: 'event',
      api_version: '2026-09-30.endive',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      type: 'checkout.session.completed',
      data: { object: { ...session, status: 'complete', payment_status: 'paid' } },
    };
    await world.deliver([forged]);
    expect(await limit()).toBe(0);
  });
});

describe('a state that was read before a later one was settled', () => {
  /** Settles an event again, with Stripe's state before `change`, which is settled first. */
  async function settleLate(event: StripeEvent | undefined, change: () => void): Promise<void> {
    if (!event) throw new Error('no event');
    const again = { ...event, id: `${event.id}_again` };
    await world.send(world.stripe.sign(again));
    const [read, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { payments } = world.billing;
    async function late<State>(reading: Promise<State>): Promise<State> {
      const state = await reading;
      read.resolve();
      await settled.promise;
      return state;
    }
    const settling = world.settle(again.id, {
      ...world.billing,
      payments: {
        ...payments,
        readCheckout: (ref) => late(payments.readCheckout(ref)),
        readSubscription: (ref) => late(payments.readSubscription(ref)),
      },
    });
    await read.promise;
    change();
    await world.deliver();
    settled.resolve();
    await settling;
  }

  it('gives no credits back for a refunded payment', async () => {
    const { session, event } = await paid();
    await world.deliver();
    await settleLate(event, () => void world.stripe.acts.refund(session.payment_intent ?? ''));
    expect(await limit()).toBe(0);
    const [purchase] = await test.database.query(
      'select refunded_cents > 0 as is_refunded from public.purchases where user_id = $1',
      [user.id],
    );
    expect(purchase).toEqual({ is_refunded: true });
  });

  it('brings no plan back that has ended', async () => {
    const { subscription } = await world.buy(user, 'start_monthly');
    const event = world.stripe.state.events.find(({ data }) => data.object['id'] === subscription);
    await settleLate(event, () => world.stripe.acts.cancel(subscription ?? '', 'now'));
    const [plan] = await test.database.query('select status from public.subscriptions where user_id = $1', [
      user.id,
    ]);
    expect(plan).toEqual({ status: 'ended' });
    expect(await limit()).toBe(0);
  });
});

describe('an unavailable Stripe', () => {
  it('delays nothing: the event is accepted, and settled when Stripe is back', async () => {
    const { event } = await paid();
    world.stripe.setDown(true);
    expect(await world.send(world.stripe.sign(event))).toBe(200);
    await expect(world.settle(event.id)).rejects.toThrow('Stripe');
    expect(await limit()).toBe(0);
    await expect(world.call('checkout', user, { item: 'pack_500' })).rejects.toMatchObject({
      status: 503,
      code: 'payments_unavailable',
    });
    world.stripe.setDown(false);
    await world.settle(event.id);
    expect(await limit()).toBe(500);
  });
});
