import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { createOffers, DEFAULT_OFFERS } from '#domain/shop/offers.ts';
import { silentLog } from '#server/lib/log.ts';
import { createProductEvents } from '#server/product/events.ts';
import { createLocalCheckout, type LocalCheckout } from '#server/providers/payments/local-checkout.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createImmediateJobs } from '#tests/engines/immediate-jobs.ts';
import { createTestOwners } from '#tests/engines/test-owners.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants } from '#tests/fixtures/invariants.ts';
import type { Billing } from './billing.ts';
import { compareEvents } from './settle/compare-events.job.ts';
import { receiveEvent } from './settle/event-inbox.ts';
import { settleEvent } from './settle/settle-event.ts';
import { createTestCheckoutRoom } from './test-checkout-room.ts';

const PUBLIC_URL = 'http://localhost:3000';
let test: TestDatabase;
let folder: string;
let local: LocalCheckout;
let billing: Billing;

beforeAll(async () => {
  test = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'errand-checkout-'));
  local = openCheckout();
  billing = {
    database: test.database,
    payments: local,
    offers: DEFAULT_OFFERS,
    links: new Map(),
    jobs: createImmediateJobs(),
    events: createProductEvents(silentLog),
    owners: createTestOwners(),
    publicUrl: PUBLIC_URL,
  };
});
afterEach(() => assertBillingInvariants(test.database));
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

function openCheckout(offers = DEFAULT_OFFERS): LocalCheckout {
  const opened = createLocalCheckout({ folder, publicUrl: PUBLIC_URL, secret: 'whsec_local', offers });
  opened.deliverTo(async (body, signature) => {
    const event = await opened.readEvent(new TextEncoder().encode(body), signature);
    await receiveEvent(billing, event, 'webhook');
    await settleEvent(billing, event.id);
    return true;
  });
  return opened;
}

async function open(user: TestUser, item: Parameters<typeof DEFAULT_OFFERS.of>[0]): Promise<string> {
  const { ref } = await local.openCheckout({
    offer: DEFAULT_OFFERS.of(item),
    userId: user.id,
    customerRef: await local.createCustomer({ userId: user.id, email: user.email, replaces: null }),
    successUrl: `${PUBLIC_URL}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${PUBLIC_URL}/pricing`,
  });
  return ref;
}

function ask(ref: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${PUBLIC_URL}/local/checkout/${ref}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return createTestCheckoutRoom(local, () => true).handle(request, { ip: '127.0.0.1', requestId: 'test' });
}

it('shows and takes what another process opened, once', async () => {
  const other = openCheckout();
  const user = await makeUser(test.database, { credits: 0 });
  await other.show('cs_test_none');
  const ref = await open(user, 'pack_500');
  expect(await other.show(ref)).toMatchObject({ kind: 'checkout', offer: { cents: 6900 } });
  await other.pay(ref);
  await local.pay(ref);
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 500 });
});

it('shows the order, and is paid once', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const ref = await open(user, 'pack_500');
  expect(await (await ask(ref)).json()).toMatchObject({
    kind: 'checkout',
    name: '500 AI tasks',
    cents: 6900,
    is_paid: false,
  });
  for (let n = 0; n < 3; n += 1) {
    expect(await (await ask(ref, { act: 'pay' })).json()).toEqual({
      url: `${PUBLIC_URL}/checkout/success?session_id=${ref}`,
    });
  }
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 500 });
});

it('changes and ends a plan, and remembers both after a restart', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  await ask(await open(user, 'start_monthly'), { act: 'pay' });
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 150 });
  local = openCheckout();
  billing = { ...billing, payments: local };
  const customerRef = await local.createCustomer({ userId: user.id, email: null, replaces: null });
  const url = await local.openPortal({ customerRef, returnUrl: `${PUBLIC_URL}/settings` });
  const portal = new URL(url).searchParams.get('ref') ?? '';
  expect(await (await ask(portal)).json()).toMatchObject({ kind: 'portal', plan: { item: 'start_monthly' } });
  await ask(portal, { act: 'pro_monthly' });
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 300 });
  await ask(portal, { act: 'start_yearly' });
  expect(await (await ask(portal)).json()).toMatchObject({
    plan: { item: 'pro_monthly', next_item: 'start_yearly', is_cancelled: false },
  });
  await ask(portal, { act: 'cancel' });
  const [row] = await test.database.query(
    'select cancels_at is not null as ends from public.subscriptions where user_id = $1',
    [user.id],
  );
  expect(row).toEqual({ ends: true });
});

it('keeps billing a plan at the price it was sold for, after a change of the price list', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  await ask(await open(user, 'start_monthly'), { act: 'pay' });
  const [plan] = await test.database.query<{ ref: string }>(
    'select subscription_ref as ref from public.subscriptions where user_id = $1',
    [user.id],
  );
  const { plans } = DEFAULT_CATALOGUE;
  const dearer = plans.map((each) => ({ ...each, monthlyCents: each.monthlyCents + 700 }));
  const later = openCheckout(createOffers({ ...DEFAULT_CATALOGUE, plans: dearer }));
  const now = new Date();
  now.setUTCMonth(now.getUTCMonth() + 2, now.getUTCDate() + 1);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const renewed = await later.readSubscription(plan?.ref ?? '').finally(() => vi.useRealTimers());
  expect(renewed?.bills.map(({ paidCents }) => paidCents)).toEqual([900, 900, 900]);
  expect(renewed?.price?.cents).toBe(900);
});

it('rejects checkouts it has not opened, other acts, and forms of other sites', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const ref = await open(user, 'pack_500');
  expect((await ask('cs_test_other')).status).toBe(404);
  expect((await ask('cs_test_other', { act: 'pay' })).status).toBe(404);
  expect((await ask(ref, { act: 'grant' })).status).toBe(400);
  expect((await ask(ref, { act: 'pay' }, { 'content-type': 'text/plain' })).status).toBe(415);
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
});

it('is found by the daily comparison if its event was lost', async () => {
  const user = await makeUser(test.database, { credits: 0 });
  const ref = await open(user, 'pack_500');
  local.deliverTo(async () => false);
  await ask(ref, { act: 'pay' });
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 0 });
  const { found } = await compareEvents(billing, new AbortController().signal);
  expect(found).toBe(1);
  const [event] = await test.database.query<{ id: string }>(
    'select id from private.stripe_events where settled_at is null',
  );
  await settleEvent(billing, event?.id ?? '');
  expect(await creditsOf(test.database, user)).toMatchObject({ credits_limit: 500 });
  expect(await compareEvents(billing, new AbortController().signal)).toEqual({ found: 0 });
});
