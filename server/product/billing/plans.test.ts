import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlanKey } from '#domain/shop/plans.ts';
import type { StripeEvent, Subscription } from '#simulators/stripe/objects.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { letTimePass } from '#tests/engines/let-time-pass.ts';
import { creditsOf, takeCredit } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';
import { lookAfterPlans, renewPlans } from './renew-plans.job.ts';

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

const { signal } = new AbortController();
const newUser = (): Promise<TestUser> => makeUser(test.database, { credits: 0 });

async function subscribe(user: TestUser, item: PlanKey): Promise<Subscription> {
  const session = await world.buy(user, item);
  const subscription = world.stripe.state.subscriptions.get(session.subscription ?? '');
  if (!subscription) throw new Error('no subscription');
  return subscription;
}

async function stand(user: TestUser): Promise<unknown> {
  const [row] = await test.database.query<{ tier: string }>(
    'select subscription_tier as tier from public.profiles where id = $1',
    [user.id],
  );
  const { credits_limit: limit, credits_used: used } = await creditsOf(test.database, user);
  return [row?.tier, limit, used];
}

/** A day or more later than so many months: two of them may have 62 days. */
const monthsFromNow = (months: number): Date => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + Math.ceil(months * 31) + 1);
  return date;
};

async function planOf(user: TestUser): Promise<unknown> {
  const [row] = await test.database.query(
    'select status, ended_at <= now() as is_over from public.subscriptions where user_id = $1',
    [user.id],
  );
  return row;
}

function eventOf({ id }: Subscription): StripeEvent {
  const event = world.stripe.state.events.find(({ data }) => data.object['id'] === id);
  if (!event) throw new Error('no event');
  return { ...event, id: `${event.id}_again` };
}

describe('a plan', () => {
  it('grants tier and allowance at once, and lists a bill among the purchases', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    expect(await stand(user)).toEqual(['start', 150, 0]);
    const rows = await test.database.query(
      'select item, status, cancels_at, is_test, subscription_ref from public.subscriptions where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([
      {
        item: 'start_monthly',
        status: 'active',
        cancels_at: null,
        is_test: true,
        subscription_ref: subscription.id,
      },
    ]);
    const bills = await test.database.query(
      'select item, amount_cents, checkout_ref is not null as named from public.purchases where user_id = $1',
      [user.id],
    );
    expect(bills).toEqual([{ item: 'start_monthly', amount_cents: 900, named: true }]);
  });

  it('paid yearly grants one month per month, and no more when the job runs often', async () => {
    const user = await newUser();
    await subscribe(user, 'pro_yearly');
    expect(await stand(user)).toEqual(['pro', 300, 0]);
    for (const months of [1, 2, 5]) {
      const at = monthsFromNow(months);
      await Promise.all([1, 2, 3].map(() => renewPlans(test.database, signal, at)));
    }
    const grants = await test.database.query<{ amount: number }>(
      `select amount from public.credit_grants where user_id = $1 and source = 'plan-month'`,
      [user.id],
    );
    // The first, and one per month in which the job ran; missed months are not made up for.
    expect(grants).toEqual([300, 300, 300, 300].map((amount) => ({ amount })));
  });

  it('replaces the free month, and nothing that was bought', async () => {
    const user = await newUser();
    await world.buy(user, 'pack_500');
    await test.database.query(
      `select private.grant_credits($1, 'monthly', 10, now() + interval '9 days', 'free-month', $2)`,
      [user.id, `${user.id} now`],
    );
    await subscribe(user, 'start_monthly');
    expect(await stand(user)).toEqual(['start', 650, 0]);
  });

  it('leads users who have one to a change, not to a second', async () => {
    const user = await newUser();
    await subscribe(user, 'start_monthly');
    const before = world.stripe.state.sessions.size;
    expect(await world.call('checkout', user, { item: 'pro_monthly' })).toEqual({
      url: expect.stringContaining('billing.stripe.test'),
    });
    expect(await world.call('billing-portal', user)).toEqual({
      url: expect.stringContaining('billing.stripe.test'),
    });
    expect(world.stripe.state.sessions.size).toBe(before);
  });
});

describe('a change', () => {
  it.each<[from: PlanKey, to: PlanKey, chosen?: PlanKey]>([
    ['start_monthly', 'start_yearly'],
    ['start_yearly', 'start_monthly'],
    ['pro_yearly', 'pro_monthly'],
    ['start_monthly', 'pro_yearly'],
    // A monthly plan would only begin after the year.
    ['start_yearly', 'pro_yearly', 'pro_monthly'],
  ])('from %s to %s is confirmed on a page of Stripe’s', async (from, to, chosen = to) => {
    const user = await newUser();
    const { id } = await subscribe(user, from);
    await world.call('checkout', user, { item: chosen });
    const change = [...world.stripe.state.portalSessions.values()].at(-1)?.change;
    expect(change?.subscription).toBe(id);
    expect(world.stripe.state.prices.get(change?.price ?? '')?.lookup_key).toBe(`errand_${to}`);
  });

  it('to yearly credits the rest of the month, and grants no second allowance', async () => {
    const user = await newUser();
    const { id } = await subscribe(user, 'start_monthly');
    await takeCredit(test.database, user);
    world.stripe.acts.changePlan(id, 'errand_start_yearly');
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 150, 1]);
    const [plan] = await test.database.query(
      `select item, paid_until > now() + interval '360 days' as whole_year
       from public.subscriptions where user_id = $1`,
      [user.id],
    );
    expect(plan).toEqual({ item: 'start_yearly', whole_year: true });
    const bills = await test.database.query<{ amount_cents: number }>(
      'select amount_cents from public.purchases where user_id = $1 order by amount_cents',
      [user.id],
    );
    expect(bills.map((bill) => bill.amount_cents)).toEqual([900, 8640 - 900]);
  });

  it('to the better plan replaces the allowance at once', async () => {
    const user = await newUser();
    const { id } = await subscribe(user, 'start_monthly');
    for (let n = 0; n < 3; n += 1) await takeCredit(test.database, user);
    world.stripe.acts.changePlan(id, 'errand_pro_monthly');
    await world.deliver();
    expect(await stand(user)).toEqual(['pro', 300, 0]);
  });

  it('back and forth within a month grants no allowance twice', async () => {
    const user = await newUser();
    const { id } = await subscribe(user, 'start_monthly');
    for (const key of ['pro_monthly', 'start_monthly', 'pro_monthly', 'start_monthly', 'pro_monthly']) {
      world.stripe.acts.changePlan(id, `errand_${key}`);
      await world.deliver();
    }
    expect(await stand(user)).toEqual(['pro', 300, 0]);
    const [row] = await test.database.query<{ total: number }>(
      'select sum(amount) as total from public.credit_grants where user_id = $1',
      [user.id],
    );
    // In addition to the welcome credits, which were removed.
    expect(row?.total).toBe(15 + 150 + 300);
  });
});

describe('the end of a plan', () => {
  it('comes when the paid time is over, followed by the free plan', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    world.stripe.acts.cancel(subscription.id, 'at the end');
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 150, 0]);
    await letTimePass(world, user, subscription);
    world.stripe.acts.cancel(subscription.id, 'now');
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 0, 0]);
  });

  it('comes by time alone if no event arrives', async () => {
    const user = await newUser();
    await subscribe(user, 'start_monthly');
    await renewPlans(test.database, signal, monthsFromNow(3));
    expect(await stand(user)).toMatchObject(['free', 150, 0]);
  });

  it('reported before the beginning is still the end', async () => {
    const user = await newUser();
    const session = await world.open(user, 'start_monthly');
    world.stripe.acts.pay(session.id);
    world.stripe.acts.cancel(session.subscription ?? '', 'now');
    await world.deliver(world.stripe.state.events.slice(-4).toReversed());
    const [row] = await test.database.query('select status from public.subscriptions where user_id = $1', [
      user.id,
    ]);
    expect(row).toEqual({ status: 'ended' });
    expect(await stand(user)).toMatchObject(['free', 0, 0]);
  });

  it('is recorded with what was paid for if Stripe no longer has the plan', async () => {
    const [user, soon] = [await newUser(), await newUser()];
    const [gone, running] = [await subscribe(user, 'start_monthly'), await subscribe(soon, 'pro_monthly')];
    await letTimePass(world, user, gone);
    await test.database.query('update public.subscriptions set paid_until = now() where user_id = $1', [
      user.id,
    ]);
    for (const { id } of [gone, running]) world.stripe.state.subscriptions.delete(id);
    await lookAfterPlans(world.billing, signal);
    expect(await stand(user)).toEqual(['free', 0, 0]);
    expect(await planOf(user)).toEqual({ status: 'ended', is_over: true });
    // The other plan hasn't been checked so far; an event causes that.
    await world.deliver([eventOf(running)]);
    expect(await planOf(soon)).toEqual({ status: 'ended', is_over: false });
    expect(await stand(soon)).toEqual(['pro', 300, 0]);
    await renewPlans(test.database, signal, monthsFromNow(2));
    expect(await stand(soon)).toMatchObject(['free', 300, 0]);
    const asked = world.stripe.calls.length;
    await lookAfterPlans(world.billing, signal);
    expect(world.stripe.calls.slice(asked).filter((call) => call.includes(gone.id))).toEqual([]);
  });

  it('is requested at Stripe for a user who has left', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'pro_monthly');
    await test.database.query('delete from auth.users where id = $1', [user.id]);
    await lookAfterPlans(world.billing, signal);
    expect(subscription.status).toBe('canceled');
    await world.deliver();
  });
});

it('a plan bought by a user who left before it was known is ended and reported', async () => {
  const user = await newUser();
  const session = await world.open(user, 'start_monthly');
  world.stripe.acts.pay(session.id);
  await test.database.query('delete from auth.users where id = $1', [user.id]);
  await world.deliver();
  expect(world.stripe.state.subscriptions.get(session.subscription ?? '')?.status).toBe('canceled');
  await world.deliver();
  expect(new Set(world.alarms.splice(0))).toEqual(new Set(['paid for nobody here']));
});

describe('a renewal', () => {
  it('grants the next month when its bill is paid', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    for (let n = 0; n < 5; n += 1) await takeCredit(test.database, user);
    await letTimePass(world, user, subscription);
    world.stripe.acts.renew(subscription.id);
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 150, 0]);
  });

  it('that fails grants nothing, and restores the plan when the bill is paid after all', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'pro_monthly');
    await letTimePass(world, user, subscription);
    world.stripe.acts.renew(subscription.id, 'failed');
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 0, 0]);
    world.stripe.acts.payOpenBill(subscription.id);
    await world.deliver();
    expect(await stand(user)).toEqual(['pro', 300, 0]);
  });

  it('whose events never arrived is found by polling', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    await letTimePass(world, user, subscription);
    await test.database.query('update public.subscriptions set paid_until = now() where user_id = $1', [
      user.id,
    ]);
    world.stripe.acts.renew(subscription.id);
    await lookAfterPlans(world.billing, signal);
    expect(await stand(user)).toEqual(['start', 150, 0]);
    await world.deliver();
  });
});

describe('a refund of a plan', () => {
  const billOf = ({ id }: Subscription) =>
    [...world.stripe.state.invoices.values()].find((each) => each.subscription === id)?.payment_intent ?? '';

  it('in full takes the time and the unspent rest', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'pro_yearly');
    await takeCredit(test.database, user);
    world.stripe.acts.refund(billOf(subscription));
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 1, 1]);
    await renewPlans(test.database, signal, monthsFromNow(2));
    expect(await stand(user)).toEqual(['free', 1, 1]);
  });

  it('in part leaves the plan', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    world.stripe.acts.refund(billOf(subscription), 300);
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 100, 0]);
  });

  it('in two halves takes everything, including a month that began in between', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_yearly');
    world.stripe.acts.refund(billOf(subscription), 4320);
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 75, 0]);
    await renewPlans(test.database, signal, monthsFromNow(1.2));
    world.stripe.acts.refund(billOf(subscription), 4320);
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 0, 0]);
  });

  it('in part, before its bill is known, takes its part', async () => {
    const user = await newUser();
    const session = await world.open(user, 'start_monthly');
    world.stripe.acts.pay(session.id);
    const subscription = world.stripe.state.subscriptions.get(session.subscription ?? '');
    if (!subscription) throw new Error('no subscription');
    world.stripe.acts.refund(billOf(subscription), 300);
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 100, 0]);
  });

  it('that fails restores the plan and what was unspent', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'pro_monthly');
    await takeCredit(test.database, user);
    const { id } = world.stripe.acts.refund(billOf(subscription));
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 1, 1]);
    world.stripe.acts.failRefund(id);
    await world.deliver();
    expect(await stand(user)).toEqual(['pro', 300, 1]);
    world.stripe.acts.cancel(subscription.id, 'now');
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 0, 0]);
  });

  it('that fails after the month is over is recorded again', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    const { id } = world.stripe.acts.refund(billOf(subscription));
    await world.deliver();
    const books = () =>
      test.database.query('select refunded_cents from public.purchases where user_id = $1', [user.id]);
    expect(await books()).toEqual([{ refunded_cents: 900 }]);
    await letTimePass(world, user, subscription);
    world.stripe.acts.failRefund(id);
    await world.deliver();
    expect(await books()).toEqual([{ refunded_cents: 0 }]);
    expect(await stand(user)).toMatchObject([expect.anything(), 0, 0]);
  });

  it('by a lost dispute works likewise', async () => {
    const user = await newUser();
    const subscription = await subscribe(user, 'start_monthly');
    const dispute = world.stripe.acts.dispute(billOf(subscription));
    await world.deliver();
    expect(await stand(user)).toEqual(['start', 150, 0]);
    world.stripe.acts.closeDispute(dispute.id, 'lost');
    await world.deliver();
    expect(await stand(user)).toEqual(['free', 0, 0]);
  });
});
