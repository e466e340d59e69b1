/** How long 1,000 signed events of Stripe's take until all are answered, and until all of them are settled. */
import { DEFAULT_OFFERS } from '#domain/shop/offers.ts';
import { setUpStripe } from '#server/providers/payments/set-up-stripe.ts';
import { startStripeSimulator } from '#simulators/stripe/start-stripe-simulator.ts';
import { type Account, signUp } from './measure/account.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, pause, percentile, report } from './measure/figures.ts';

const EVENTS = 1_000;
const PEOPLE = 50;
const AT_ONCE = 20;

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const stripe = await startStripeSimulator();
  const { secretKey, url: apiBase } = stripe;
  await setUpStripe({ secretKey, apiBase, offers: DEFAULT_OFFERS.all, webhookUrl: null });
  const server = await place.start({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: apiBase,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  });
  const people: Account[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await signUp(server.url, `buyer-${n}`));
  for (let n = 0; n < EVENTS; n += 1) {
    const { error } = await buyer(people, n).client.functions.invoke('checkout', {
      body: { item: 'pack_500' },
    });
    if (error) throw error;
  }
  for (const { id } of stripe.state.sessions.values()) stripe.acts.pay(id);

  const waits: number[] = [];
  const started = performance.now();
  const queue = [...stripe.state.events];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let event = queue.shift(); event; event = queue.shift()) {
        const { body, signature } = stripe.sign(event);
        const begun = performance.now();
        const response = await fetch(`${server.url}/functions/v1/stripe-webhook`, {
          method: 'POST',
          headers: { 'stripe-signature': signature },
          body,
        });
        if (!response.ok) throw new Error(`an event was answered ${response.status}`);
        waits.push(performance.now() - begun);
      }
    }),
  );
  const answered = performance.now() - started;
  const expected = 15 + (EVENTS / PEOPLE) * 500;
  for (const account of people) {
    while ((await creditsOf(account)) < expected) await pause(50);
  }
  report(`${EVENTS} events, ${engine}`, {
    'answered after s': answered / 1000,
    'settled after s': (performance.now() - started) / 1000,
    'answer p50 ms': median(waits),
    'answer p95 ms': percentile(waits, 0.95),
  });
  await server.stop();
  await stripe.close();
  await place.remove();
}

function buyer(people: readonly Account[], n: number): Account {
  const account = people[n % people.length];
  if (!account) throw new Error('nobody buys');
  return account;
}

async function creditsOf({ client }: Account): Promise<number> {
  const { data, error } = await client.from('profiles').select('credits_limit').single();
  if (error) throw error;
  return data.credits_limit;
}
