import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DEFAULT_OFFERS } from '#domain/shop/offers.ts';
import { setUpStripe } from '#server/providers/payments/set-up-stripe.ts';
import { startStripeSimulator } from '#simulators/stripe/start-stripe-simulator.ts';
import type { Person, Site } from './person.ts';

/** An account at the payment provider, with all prices made. */
export interface Shop {
  /** Of each process. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens a checkout and pays it there. Resolves with the provider's id of the checkout. */
  buyPack(person: Person): Promise<string>;
  /** Delivers the events as Stripe does: each again until it is accepted. Ends after `signal`, with all delivered. */
  deliverTo(site: Site, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const opened = z.object({ url: z.url() });
/** Milliseconds between two tries; Stripe waits longer and gives up after days. */
const BETWEEN_TRIES = 300;

export async function openShop(): Promise<Shop> {
  const stripe = await startStripeSimulator();
  const { secretKey, webhookSecret, url: apiBase } = stripe;
  await setUpStripe({ secretKey, apiBase, offers: DEFAULT_OFFERS.all, webhookUrl: null });
  return {
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    async buyPack({ client }) {
      const { data, error } = await client.functions.invoke('checkout', { body: { item: 'pack_500' } });
      if (error) throw error;
      const { url } = opened.parse(data);
      const session = [...stripe.state.sessions.values()].find((each) => each.url === url);
      if (!session) throw new Error(`no checkout has the page ${url}`);
      stripe.acts.pay(session.id);
      return session.id;
    },
    async deliverTo({ url }, signal) {
      const webhook = `${url}/functions/v1/stripe-webhook`;
      let delivered = 0;
      while (!signal.aborted || delivered < stripe.state.events.length) {
        const event = stripe.state.events[delivered];
        const answer = event && (await post(webhook, stripe.sign(event)));
        if (answer?.ok) delivered += 1;
        else await sleep(BETWEEN_TRIES);
      }
    },
    close: () => stripe.close(),
  };
}

/** Null: the process ended before it answered, or doesn't answer. */
function post(
  url: string,
  { body, signature }: { body: string; signature: string },
): Promise<Response | null> {
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).catch(() => null);
}
