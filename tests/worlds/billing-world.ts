import { z } from 'zod';
import { DEFAULT_OFFERS, type Offers } from '#domain/shop/offers.ts';
import type { CheckoutItem } from '#domain/shop/plans.ts';
import { silentLog } from '#server/lib/log.ts';
import { ANON } from '#server/platform/db/caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { FunctionError } from '#server/platform/functions/function.ts';
import { type Billing, billingFunctions } from '#server/product/billing/billing.ts';
import type { PaymentLinks } from '#server/product/billing/billing-deps.ts';
import { settleEvent } from '#server/product/billing/settle/settle-event.ts';
import { createProductEvents, type ProductEvents } from '#server/product/events.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import { setUpStripe } from '#server/providers/payments/set-up-stripe.ts';
import { createStripePayments } from '#server/providers/payments/stripe.ts';
import type { Session, StripeEvent } from '#simulators/stripe/objects.ts';
import {
  type SignedEvent,
  type StripeSimulator,
  startStripeSimulator,
} from '#simulators/stripe/start-stripe-simulator.ts';
import { createImmediateJobs, type ImmediateJobs } from '../engines/immediate-jobs.ts';
import { createTestOwners } from '../engines/test-owners.ts';
import { callerOf, type TestUser } from '../fixtures/factories.ts';

export interface BillingWorld {
  readonly stripe: StripeSimulator;
  readonly billing: Billing;
  readonly jobs: ImmediateJobs;
  /** What an operator is told of. */
  readonly alarms: string[];
  /** What people were written. */
  readonly mails: Mail[];
  /** Calls `checkout` or `billing-portal` as somebody. Throws FunctionError. */
  call(name: string, user: TestUser, body?: object): Promise<unknown>;
  /** Opens a checkout: Stripe's own object, which a test may tamper with. */
  open(user: TestUser, item: CheckoutItem): Promise<Session>;
  /** Opens and pays it, and lets Stripe's messages arrive. */
  buy(user: TestUser, item: CheckoutItem): Promise<Session>;
  /** Sends one message to the webhook. Its status. */
  send(message: SignedEvent): Promise<number>;
  /** Sends events to the webhook, all that have not been sent unless told which, and has the queue settle them. */
  deliver(events?: readonly StripeEvent[]): Promise<void>;
  /** `by`: another one than the world's own billing, such as one that fails. */
  settle(eventId: string, by?: Billing): Promise<void>;
  close(): Promise<void>;
}

/** What is sold, over a real database and the official client, with Stripe's stand-in behind it. */
export async function createBillingWorld(
  database: Database,
  {
    secretKey,
    links = new Map(),
    offers = DEFAULT_OFFERS,
  }: { secretKey?: string; links?: PaymentLinks; offers?: Offers } = {},
): Promise<BillingWorld> {
  const stripe = await startStripeSimulator(secretKey === undefined ? {} : { secretKey });
  const { url: apiBase } = stripe;
  await setUpStripe({ secretKey: stripe.secretKey, apiBase, offers: offers.all, webhookUrl: null });
  const payments = createStripePayments({
    secretKey: stripe.secretKey,
    webhookSecrets: ['whsec_the_one_before', stripe.webhookSecret],
    apiBase,
  });
  const jobs = createImmediateJobs();
  jobs.delivering = false;
  const alarms: string[] = [];
  const mails: Mail[] = [];
  const billing: Billing = {
    database,
    payments,
    offers,
    links,
    jobs,
    events: alarming(alarms),
    owners: createTestOwners(mails),
    publicUrl: 'http://localhost:3000',
  };
  const definitions = new Map(billingFunctions(billing).map((each) => [each.name, each]));
  let sent = 0;

  const call: BillingWorld['call'] = async (name, user, body = {}) => {
    const definition = definitions.get(name);
    if (!definition?.input) throw new Error(`there is no function ${name}`);
    return definition.handle({
      input: z.parse(definition.input, body),
      caller: callerOf(user),
      request: new Request(`http://localhost/functions/v1/${name}`, { method: 'POST' }),
      context: { ip: '203.0.113.7', requestId: 'test' },
    });
  };

  const send: BillingWorld['send'] = async ({ body, signature }) => {
    const request = new Request('http://localhost/functions/v1/stripe-webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    });
    try {
      const webhook = definitions.get('stripe-webhook');
      await webhook?.handle({
        input: undefined,
        caller: ANON,
        request,
        context: { ip: '203.0.113.7', requestId: 'test' },
      });
      return 200;
    } catch (error) {
      if (error instanceof FunctionError) return error.status;
      throw error;
    }
  };

  const deliver: BillingWorld['deliver'] = async (events) => {
    const due = events ?? stripe.state.events.slice(sent);
    if (!events) sent = stripe.state.events.length;
    for (const event of due) await send(stripe.sign(event));
    for (const { id } of due) await settleEvent(billing, id);
  };

  const open: BillingWorld['open'] = async (user, item) => {
    const known = new Set(stripe.state.sessions.keys());
    await call('checkout', user, { item });
    const session = [...stripe.state.sessions.values()].find(({ id }) => !known.has(id));
    if (!session) throw new Error('no checkout was opened');
    return session;
  };

  return {
    stripe,
    billing,
    jobs,
    alarms,
    mails,
    call,
    open,
    async buy(user, item) {
      const session = await open(user, item);
      stripe.acts.pay(session.id);
      await deliver();
      return session;
    },
    send,
    deliver,
    settle: (eventId, by = billing) => settleEvent(by, eventId),
    close: () => stripe.close(),
  };
}

/** For tests that need somebody who has bought things, and nothing else of this. */
export async function buyPackAndPlan(database: Database, user: TestUser): Promise<void> {
  const world = await createBillingWorld(database);
  await world.buy(user, 'pack_500');
  await world.buy(user, 'start_monthly');
  await world.close();
}

function alarming(alarms: string[]): ProductEvents {
  return {
    ...createProductEvents(silentLog),
    paymentRefused: ({ reason }) => void alarms.push(reason),
    paymentsFailed: ({ kind }) => void alarms.push(kind),
    surplusRefundFailed: () => void alarms.push('the refund of a second plan failed'),
    paymentsWait: ({ events }) => void alarms.push(`${events} wait`),
  };
}
