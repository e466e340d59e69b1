import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StripeEvent } from '#simulators/stripe/objects.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { CrashError, crashingDatabase } from '#tests/engines/wrapped/crashing-database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { howMany } from '#tests/long-run.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';
import { settleEvent } from './settle/settle-event.ts';

const ORDERS = howMany(8, 10_000);

/**
 * All ledgers, and much of the simulator's state, are read after each order, so the cost grows with the number
 * of orders. A new world starts after this many.
 */
const ORDERS_PER_WORLD = 50;

let test: TestDatabase;
let world: BillingWorld;
beforeEach(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database);
});
afterEach(async () => {
  await world.close();
  await test.close();
});

/** Events at Stripe: packs with the fate of their money, and possibly a plan. */
const story = fc.record({
  packs: fc.array(fc.constantFrom('kept', 'refunded', 'halved', 'failed', 'disputed', 'won'), {
    maxLength: 3,
  }),
  plan: fc.constantFrom('none', 'start', 'upgraded', 'refunded', 'failed', 'ended'),
  /** Order of delivery, and which events are delivered twice. */
  order: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
  /** Statement at which the process dies while settling each event. */
  crashes: fc.array(fc.nat({ max: 14 }), { minLength: 10, maxLength: 10 }),
});
type Story = Parameters<Parameters<typeof story.map>[0]>[0];

const worlds = Array.from({ length: Math.ceil(ORDERS / ORDERS_PER_WORLD) }, (_, index) => ({
  from: index * ORDERS_PER_WORLD + 1,
  orders: Math.min(ORDERS_PER_WORLD, ORDERS - index * ORDERS_PER_WORLD),
}));

it.each(worlds)(
  'any order, repetition and crash between statements ends in Stripe’s state: $orders from $from',
  async ({ orders }) => {
    await fc.assert(
      fc.asyncProperty(story, async (one) => {
        const user = await makeUser(test.database, { credits: 0 });
        const first = world.stripe.state.events.length;
        const expected = (await playPacks(user, one.packs)) + (await playPlan(user, one.plan));
        const events = world.stripe.state.events.slice(first);
        for (const [index, event] of shuffled(events, one.order).entries()) {
          await world.send(world.stripe.sign(event));
          await settleDying(event.id, one.crashes[index % one.crashes.length] ?? 0);
        }
        await Promise.all(events.map(({ id }) => world.settle(id)));
        expect(await creditsOf(test.database, user)).toEqual({ credits_limit: expected, credits_used: 0 });
        expect(world.alarms).toEqual([]);
        await assertBillingInvariants(test.database);
      }),
      { numRuns: orders },
    );
  },
  Math.max(60_000, Math.min(ORDERS, ORDERS_PER_WORLD) * 6_000),
);

/** Dies once on the way; the next attempt settles it. */
async function settleDying(eventId: string, statement: number): Promise<void> {
  const database = crashingDatabase(test.database, statement);
  try {
    await settleEvent({ ...world.billing, database }, eventId);
  } catch (error) {
    if (!(error instanceof CrashError)) throw error;
  }
}

/** All events in this order, some twice. */
function shuffled(events: readonly StripeEvent[], order: readonly number[]): StripeEvent[] {
  const twice = events.flatMap((event, index) => ((order[index] ?? 0) % 3 === 0 ? [event, event] : [event]));
  return twice
    .map((event, index) => ({ event, rank: order[(index * 7) % order.length] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
}

async function playPacks(user: TestUser, packs: Story['packs']): Promise<number> {
  let left = 0;
  for (const fate of packs) {
    const session = await world.open(user, 'pack_500');
    world.stripe.acts.pay(session.id);
    const intent = session.payment_intent ?? '';
    if (fate === 'refunded') world.stripe.acts.refund(intent);
    if (fate === 'failed') world.stripe.acts.failRefund(world.stripe.acts.refund(intent).id);
    if (fate === 'halved') world.stripe.acts.refund(intent, 3450);
    if (fate === 'disputed' || fate === 'won') {
      const { id } = world.stripe.acts.dispute(intent);
      world.stripe.acts.closeDispute(id, fate === 'won' ? 'won' : 'lost');
    }
    left += { kept: 500, refunded: 0, halved: 250, failed: 500, disputed: 0, won: 500 }[fate];
  }
  return left;
}

async function playPlan(user: TestUser, plan: Story['plan']): Promise<number> {
  if (plan === 'none') return 0;
  const session = await world.open(user, 'start_monthly');
  world.stripe.acts.pay(session.id);
  const ref = session.subscription ?? '';
  const bill = [...world.stripe.state.invoices.values()].find((each) => each.subscription === ref);
  if (plan === 'upgraded') world.stripe.acts.changePlan(ref, 'errand_pro_monthly');
  if (plan === 'refunded') world.stripe.acts.refund(bill?.payment_intent ?? '');
  if (plan === 'failed') {
    world.stripe.acts.failRefund(world.stripe.acts.refund(bill?.payment_intent ?? '').id);
  }
  if (plan === 'ended') world.stripe.acts.cancel(ref, 'now');
  return { start: 150, upgraded: 300, refunded: 0, failed: 150, ended: 0 }[plan];
}
