import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PlanKey } from '#domain/shop/plans.ts';
import { PaymentsError } from '#server/providers/payments/payments.ts';
import type { Session } from '#simulators/stripe/objects.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';
import { lookAfterPlans } from './renew-plans.job.ts';
import { settleSubscription } from './settle/settle-subscription.ts';

let test: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  test = await testDatabase();
  world = await createBillingWorld(test.database);
});
afterEach(async () => {
  await assertBillingInvariants(test.database);
  expect(world.alarms).toEqual([]);
  world.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await test.close();
});

/** Two checkouts are open; both are paid before any event arrives. */
async function payTwo(
  user: TestUser,
  items: readonly [PlanKey, PlanKey],
  how: 'now' | 'later' = 'now',
): Promise<[Session, Session]> {
  const first = await world.open(user, items[0]);
  const second = await world.open(user, items[1]);
  world.stripe.acts.pay(first.id);
  const begun = world.stripe.state.subscriptions.get(first.subscription ?? '');
  if (begun) begun.created -= 2;
  world.stripe.acts.pay(second.id, how);
  return [first, second];
}

const statusOf = ({ subscription }: Session) =>
  world.stripe.state.subscriptions.get(subscription ?? '')?.status;

const intentOf = ({ subscription }: Session) =>
  [...world.stripe.state.invoices.values()].find((each) => each.subscription === subscription)
    ?.payment_intent;

/** Cents refunded of the first bill of a checkout's plan. */
function paidBack(session: Session): number {
  return [...world.stripe.state.refunds.values()]
    .filter((refund) => refund.payment_intent === intentOf(session))
    .reduce((sum, { amount }) => sum + amount, 0);
}

async function stand(user: TestUser): Promise<unknown> {
  const [row] = await test.database.query<{ tier: string }>(
    'select subscription_tier as tier from public.profiles where id = $1',
    [user.id],
  );
  return [row?.tier, (await creditsOf(test.database, user)).credits_limit];
}

const auditOf = (user: TestUser) =>
  test.database.query(
    `select payload ->> 'action' as action, payload ->> 'subscription_ref' as ended,
            payload ->> 'kept_ref' as kept, payload -> 'refunded_cents' as cents
     from auth.audit_log_entries where payload ->> 'user_id' = $1 order by created_at, action desc`,
    [user.id],
  );

it('a paid plan closes the user’s other plan checkouts, and no one else’s', async () => {
  const [user, other] = [
    await makeUser(test.database, { credits: 0 }),
    await makeUser(test.database, { credits: 0 }),
  ];
  const [first, second, pack, theirs] = [
    await world.open(user, 'start_monthly'),
    await world.open(user, 'pro_monthly'),
    await world.open(user, 'pack_500'),
    await world.open(other, 'pro_monthly'),
  ];
  world.stripe.acts.pay(first.id);
  await world.deliver();
  expect([second.status, pack.status, theirs.status]).toEqual(['expired', 'open', 'open']);
  expect(await stand(user)).toEqual(['start', 150]);
});

it.each([
  ['in the order in which they were paid', false],
  ['the later one first', true],
])('of two plans paid at once the second is ended and refunded: told %s', async (_case, isReversed) => {
  const user = await makeUser(test.database, { credits: 0 });
  const before = world.stripe.state.events.length;
  const [first, second] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  const events = world.stripe.state.events.slice(before);
  await world.deliver(isReversed ? events.toReversed() : events);
  await world.deliver();
  expect([statusOf(first), statusOf(second)]).toEqual(['active', 'canceled']);
  expect([paidBack(first), paidBack(second)]).toEqual([0, 1500]);
  expect(await stand(user)).toEqual(['start', 150]);
  const pair = { ended: second.subscription, kept: first.subscription };
  expect(await auditOf(user)).toEqual([
    { action: 'billing_surplus_plan_found', ...pair, cents: null },
    { action: 'billing_surplus_plan_ended', ...pair, cents: 1500 },
  ]);
  expect(world.mails).toMatchObject([{ kind: 'surplus_plan', to: user.email }]);
  expect(world.mails[0]?.text).toContain('€15.00');
});

it('a second plan that could not be ended is ended by the hourly job, and the user is notified once', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const before = world.stripe.state.events.length;
  const [, second] = await payTwo(user, ['start_monthly', 'start_yearly']);
  const events = world.stripe.state.events.slice(before);
  for (const event of events) await world.send(world.stripe.sign(event));
  const { payments } = world.billing;
  const failing = {
    ...world.billing,
    payments: { ...payments, refund: () => Promise.reject(new Error('it fails here')) },
  };
  const settlings = events.map(
    ({ id }) =>
      () =>
        world.settle(id, failing),
  );
  for (const settle of settlings) await settle();
  expect(new Set(world.alarms.splice(0))).toEqual(new Set(['surplus_plan']));
  expect(paidBack(second)).toBe(0);
  const { signal } = new AbortController();
  await lookAfterPlans(world.billing, signal);
  await lookAfterPlans(world.billing, signal);
  await world.deliver();
  expect([statusOf(second), paidBack(second)]).toEqual(['canceled', 8640]);
  expect(world.mails).toHaveLength(1);
  expect(await stand(user)).toEqual(['start', 150]);
});

it('a second plan paid after it was ended is refunded then, and the user is notified', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const [, second] = await payTwo(user, ['start_monthly', 'pro_monthly'], 'later');
  await world.deliver();
  expect([statusOf(second), paidBack(second)]).toEqual(['canceled', 0]);
  expect(world.mails.map(({ text }) => text)).toEqual([expect.stringContaining('You haven’t been charged')]);
  world.stripe.acts.endLater(second.id, 'succeeded');
  await world.deliver();
  await world.deliver();
  expect(paidBack(second)).toBe(1500);
  expect(world.mails.map(({ text }) => text.includes('€15.00'))).toEqual([false, true]);
  expect((await auditOf(user)).map(({ cents }) => cents)).toEqual([null, 0, 1500]);
  expect(await stand(user)).toEqual(['start', 150]);
});

it('refunds made before the process died are in the email and the audit of the next attempt', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const before = world.stripe.state.events.length;
  const [, second] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  const { payments } = world.billing;
  const dying: typeof payments.refund = async (ref) => {
    await payments.refund(ref);
    throw new Error('the process died here');
  };
  for (const event of world.stripe.state.events.slice(before)) {
    await world.send(world.stripe.sign(event));
    await world.settle(event.id, { ...world.billing, payments: { ...payments, refund: dying } });
  }
  world.alarms.length = 0;
  await world.deliver();
  expect(paidBack(second)).toBe(1500);
  expect(world.mails.map(({ text }) => text.includes('€15.00'))).toEqual([true]);
  expect((await auditOf(user)).map(({ cents }) => cents)).toEqual([null, 1500]);
});

it('a refused refund does not block other users', async () => {
  const [user, other] = [
    await makeUser(test.database, { credits: 0 }),
    await makeUser(test.database, { credits: 0 }),
  ];
  const { payments } = world.billing;
  const refuse = () => Promise.reject(new PaymentsError('refused', 'Stripe refused'));
  const before = world.stripe.state.events.length;
  const [, refused] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  const [, second] = await payTwo(other, ['start_monthly', 'pro_monthly']);
  for (const event of world.stripe.state.events.slice(before)) {
    await world.send(world.stripe.sign(event));
    await world.settle(event.id, { ...world.billing, payments: { ...payments, refund: refuse } });
  }
  world.alarms.length = 0;
  const kept = intentOf(refused);
  const refund: typeof payments.refund = (ref) => (ref === kept ? refuse() : payments.refund(ref));
  const { signal } = new AbortController();
  await lookAfterPlans({ ...world.billing, payments: { ...payments, refund } }, signal);
  expect([paidBack(refused), paidBack(second)]).toEqual([0, 1500]);
  expect(world.alarms.splice(0)).toEqual(['surplus_plan']);
  await lookAfterPlans(world.billing, signal);
  expect(paidBack(refused)).toBe(1500);
});

it('a refund of a second plan that fails later is reported to the operator', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const [, second] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  await world.deliver();
  await world.deliver();
  const refund = [...world.stripe.state.refunds.values()].find(
    ({ payment_intent: intent }) => intent === intentOf(second),
  );
  world.stripe.acts.failRefund(refund?.id ?? '');
  await world.deliver();
  expect(world.alarms.splice(0)).toEqual(['the refund of a second plan failed']);
  expect(world.mails).toHaveLength(1);
  expect(await stand(user)).toEqual(['start', 150]);
});

it('a refund of a second plan that fails before it succeeded is reported to the operator once, with the reason', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const before = world.stripe.state.events.length;
  const [, second] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  const ofSecond = () =>
    [...world.stripe.state.refunds.values()].filter((each) => each.payment_intent === intentOf(second));
  const { payments } = world.billing;
  // As if the account's balance didn't cover it.
  const refund: typeof payments.refund = async (ref) => {
    await payments.refund(ref);
    for (const made of ofSecond()) made.status = 'pending';
  };
  const waiting = { ...world.billing, payments: { ...payments, refund } };
  for (const event of world.stripe.state.events.slice(before)) {
    await world.send(world.stripe.sign(event));
    await world.settle(event.id, waiting);
  }
  await world.deliver();
  expect([statusOf(second), ofSecond().map(({ status }) => status)]).toEqual(['canceled', ['pending']]);
  expect(world.alarms).toEqual([]);

  const [pending] = ofSecond();
  world.stripe.acts.failRefund(pending?.id ?? '', 'insufficient_funds');
  await world.deliver();
  expect(world.alarms.splice(0)).toEqual(['the refund of a second plan failed']);
  const { signal } = new AbortController();
  await lookAfterPlans(world.billing, signal);
  await settleSubscription(world.billing, second.subscription ?? '');
  const [told, ...more] = await test.database.query(
    `select payload - array['actor', 'user_id'] as payload from auth.audit_log_entries
     where payload ->> 'user_id' = $1 and payload ->> 'action' = 'billing_surplus_refund_failed'`,
    [user.id],
  );
  expect(more).toEqual([]);
  expect(told).toEqual({
    payload: {
      action: 'billing_surplus_refund_failed',
      subscription_ref: second.subscription,
      refund_ref: pending?.id,
      refund_cents: 1500,
      reason: 'insufficient_funds',
    },
  });
  expect(await stand(user)).toEqual(['start', 150]);
});

it('if the first plan has ended in the meantime, the second is the only one and stays', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const before = world.stripe.state.events.length;
  const [first, second] = await payTwo(user, ['start_monthly', 'pro_monthly']);
  const events = world.stripe.state.events.slice(before);
  const ofFirst = events.slice(0, events.length / 2);
  await world.deliver(ofFirst);
  world.stripe.acts.cancel(first.subscription ?? '', 'now');
  // Its end is not known here yet.
  await world.deliver(events.slice(events.length / 2));
  expect(statusOf(second)).toBe('active');
  await world.deliver();
  expect(await stand(user)).toEqual(['pro', 300]);
  expect(world.mails).toEqual([]);
});

it('a cancelled plan that runs out beside a new one is not charged again, and stays', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const open = await world.open(user, 'pro_monthly');
  const first = await world.open(user, 'start_monthly');
  world.stripe.acts.pay(first.id);
  world.stripe.acts.cancel(first.subscription ?? '', 'at the end');
  world.stripe.acts.pay(open.id);
  await world.deliver();
  expect([statusOf(first), statusOf(open)]).toEqual(['active', 'active']);
  expect(await stand(user)).toEqual(['pro', 450]);
});
