import type {
  Charge,
  Customer,
  Dispute,
  Invoice,
  PaymentIntent,
  PaymentLink,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  Session,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './objects.ts';

/** A Stripe account, in memory. */
export interface StripeState {
  readonly livemode: boolean;
  /** Seconds by which this account's clock is ahead. */
  clockOffset: number;
  readonly products: Map<string, Product>;
  readonly prices: Map<string, Price>;
  readonly customers: Map<string, Customer>;
  readonly sessions: Map<string, Session>;
  readonly intents: Map<string, PaymentIntent>;
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly subscriptions: Map<string, Subscription>;
  readonly invoices: Map<string, Invoice>;
  readonly links: Map<string, PaymentLink>;
  readonly endpoints: Map<string, WebhookEndpoint>;
  readonly portals: Map<string, PortalConfiguration>;
  readonly portalSessions: Map<string, PortalSession>;
  /** Oldest first. */
  readonly events: StripeEvent[];
  /** Request and response by idempotency key. */
  readonly answered: Map<string, { asked: string; status: number; body: unknown }>;
}

export function createState(livemode: boolean): StripeState {
  return {
    livemode,
    clockOffset: 0,
    products: new Map(),
    prices: new Map(),
    customers: new Map(),
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    links: new Map(),
    endpoints: new Map(),
    portals: new Map(),
    portalSessions: new Map(),
    events: [],
    answered: new Map(),
  };
}

/** Unix time in seconds. */
export const nowOf = (state: StripeState): number => Math.floor(Date.now() / 1000) + state.clockOffset;

let made = 0;

/** Ids like Stripe's: a prefix for the kind, then an unguessable part. */
export function newId(prefix: string): string {
  made += 1;
  const random = Math.random().toString(36).slice(2, 12).padEnd(10, '0');
  return `${prefix}_${random}${String(made).padStart(6, '0')}`;
}
