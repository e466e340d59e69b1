import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts';

let simulator: StripeSimulator;
let stripe: Stripe;
beforeAll(async () => {
  simulator = await startStripeSimulator();
  stripe = clientOf(simulator.secretKey);
});
afterAll(() => simulator.close());

function clientOf(key: string): Stripe {
  const { hostname, port } = new URL(simulator.url);
  return new Stripe(key, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false });
}
let asked = 0;
const key = (): { idempotencyKey: string } => ({ idempotencyKey: `test ${(asked += 1)}` });

it('lets nobody in without its key', async () => {
  await expect(clientOf('sk_test_another').customers.create({}, key())).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  });
});

it('refuses what Stripe does not know, what it misses, and what it cannot find', async () => {
  const more = { email: 'ann@example.org', shoe_size: '42' };
  await expect(stripe.customers.create(more, key())).rejects.toMatchObject({ code: 'parameter_unknown' });
  await expect(
    // @ts-expect-error -- a product has a name
    stripe.products.create({ id: 'errand_x' }, key()),
  ).rejects.toMatchObject({ code: 'parameter_missing', param: 'name' });
  await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject({ code: 'resource_missing' });
  const url = 'https://errand.example.org';
  const line = { price: 'price_none', quantity: 1 };
  await expect(
    stripe.checkout.sessions.create({ mode: 'payment', success_url: url, line_items: [line] }, key()),
  ).rejects.toMatchObject({ code: 'resource_missing' });
});

it('takes nothing without an idempotency key, the same key once, and never for something else', async () => {
  // The official package generates a key if none is given, so use plain fetch.
  const bare = await fetch(`${simulator.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.secretKey}`, 'stripe-version': Stripe.API_VERSION },
    body: 'email=bo%40example.org',
  });
  expect(bare.status).toBe(400);
  const same = key();
  const first = await stripe.customers.create({ email: 'bo@example.org' }, same);
  const second = await stripe.customers.create({ email: 'bo@example.org' }, same);
  expect(second.id).toBe(first.id);
  await expect(stripe.customers.create({ email: 'cy@example.org' }, same)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

it('expands what Stripe expands, as deep as Stripe does', async () => {
  await stripe.products.create({ id: 'pack', name: 'A pack' }, key());
  const price = await stripe.prices.create({ product: 'pack', unit_amount: 6900, currency: 'eur' }, key());
  const made = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      success_url: 'https://errand.example.org',
      line_items: [{ price: price.id, quantity: 1 }],
    },
    key(),
  );
  simulator.acts.pay(made.id);
  const plain = await stripe.checkout.sessions.retrieve(made.id);
  expect(plain.line_items).toBeUndefined();
  expect(plain.payment_intent).toEqual(expect.any(String));
  const full = await stripe.checkout.sessions.retrieve(made.id, {
    expand: ['line_items', 'payment_intent.latest_charge.refunds'],
  });
  expect(full).toMatchObject({
    line_items: { data: [{ price: { unit_amount: 6900 } }] },
    payment_intent: { amount_received: 6900, latest_charge: { refunds: { data: [] } } },
  });
  await expect(stripe.checkout.sessions.retrieve(made.id, { expand: ['success_url'] })).rejects.toMatchObject(
    { statusCode: 400 },
  );
});

it('signs its events so that the official package believes them', () => {
  const event = simulator.state.events[0];
  if (!event) throw new Error('no event');
  const { body, signature } = simulator.sign(event);
  expect(stripe.webhooks.constructEvent(body, signature, simulator.webhookSecret).id).toBe(event.id);
  expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_another')).toThrow();
});
