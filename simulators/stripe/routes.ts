import { end, expire, refund } from './acts.ts';
import type { Price } from './objects.ts';
import { params, read } from './params.ts';
import { type FormTree } from './parse-form.ts';
import { missing, Refusal } from './refusal.ts';
import { invoicePayment, render, renderList } from './render.ts';
import { newId, nowOf, type StripeState } from './state.ts';

type Answer = (state: StripeState, form: FormTree, id: string) => object;

/** All simulated endpoints, by Stripe's names. `:id` is passed to the handler. */
export const ROUTES: Readonly<Record<string, Answer>> = {
  'POST /v1/customers'(state, form) {
    const { email = null, metadata } = read(params.customer, form);
    return kept(state.customers, { id: newId('cus'), object: 'customer', email, metadata });
  },
  'POST /v1/products'(state, form) {
    const { id = newId('prod'), name, description = null, metadata } = read(params.product, form);
    if (state.products.has(id)) {
      throw new Refusal(400, { code: 'resource_already_exists', message: `Product already exists: ${id}` });
    }
    return kept(state.products, { id, object: 'product', active: true, name, description, metadata });
  },
  'GET /v1/products/:id': (state, form, id) => shown(state, 'products', { form, id }),
  'POST /v1/products/:id': (state, form, id) =>
    Object.assign(found(state, 'products', id), read(params.productChange, form)),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': listPrices,
  'GET /v1/prices/:id': (state, form, id) => shown(state, 'prices', { form, id }),
  'POST /v1/prices/:id': (state, form, id) =>
    Object.assign(found(state, 'prices', id), read(params.priceChange, form)),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions'(state, form) {
    const asked = read(params.sessionList, form);
    const fits = (each: { payment_intent: string | null }) =>
      asked.payment_intent === undefined || each.payment_intent === asked.payment_intent;
    return paged(state, newestFirst(state.sessions).filter(fits), { ...asked, url: '/v1/checkout/sessions' });
  },
  'GET /v1/checkout/sessions/:id': (state, form, id) => shown(state, 'sessions', { form, id }),
  'POST /v1/checkout/sessions/:id/expire'(state, form, id) {
    read(params.nothing, form);
    const session = found(state, 'sessions', id);
    if (session.status !== 'open') {
      throw new Refusal(400, { message: `Only Checkout Sessions with a status in ["open"] can be expired.` });
    }
    expire(state, session);
    return render(state, session);
  },
  'GET /v1/payment_intents/:id': (state, form, id) => shown(state, 'intents', { form, id }),
  'POST /v1/refunds'(state, form) {
    const { payment_intent: intent, amount } = read(params.refund, form);
    const charge = state.charges.get(found(state, 'intents', intent).latest_charge ?? '');
    if (!charge || charge.refunded) {
      throw new Refusal(400, {
        code: 'charge_already_refunded',
        message: `Charge ${charge?.id} has already been refunded.`,
      });
    }
    return refund(state, { intent, cents: amount, status: 'succeeded' });
  },
  'GET /v1/refunds'(state, form) {
    const asked = read(params.refundList, form);
    return paged(state, newestFirst(state.refunds).filter(ofPayment(asked)), {
      ...asked,
      url: '/v1/refunds',
    });
  },
  'GET /v1/disputes'(state, form) {
    const asked = read(params.disputeList, form);
    return paged(state, newestFirst(state.disputes).filter(ofPayment(asked)), {
      ...asked,
      url: '/v1/disputes',
    });
  },
  'GET /v1/subscriptions/:id': (state, form, id) => shown(state, 'subscriptions', { form, id }),
  'DELETE /v1/subscriptions/:id'(state, form, id) {
    read(params.nothing, form);
    const subscription = found(state, 'subscriptions', id);
    if (subscription.status === 'canceled') throw missing('subscription', id);
    end(state, subscription);
    return render(state, subscription);
  },
  'GET /v1/invoices'(state, form) {
    const asked = read(params.invoiceList, form);
    const fits = (each: { subscription: string; status: string }) =>
      (asked.subscription === undefined || each.subscription === asked.subscription) &&
      (asked.status === undefined || each.status === asked.status);
    return paged(state, newestFirst(state.invoices).filter(fits), { ...asked, url: '/v1/invoices' });
  },
  'GET /v1/invoice_payments'(state, form) {
    const asked = read(params.invoicePaymentList, form);
    const payments = newestFirst(state.invoices).flatMap(({ id, payment_intent: intent, status }) =>
      intent === null || (asked.payment && asked.payment.payment_intent !== intent)
        ? []
        : [invoicePayment(id, intent, status)],
    );
    return paged(state, payments, { ...asked, url: '/v1/invoice_payments' });
  },
  'GET /v1/events'(state, form) {
    const asked = read(params.eventList, form);
    const fits = (event: { type: string; created: number }) =>
      (asked.types?.includes(event.type) ?? true) && event.created >= (asked.created?.gte ?? 0);
    return paged(state, state.events.toReversed().filter(fits), { ...asked, url: '/v1/events' });
  },
  'POST /v1/billing_portal/sessions': createPortalSession,
  'GET /v1/billing_portal/configurations'(state, form) {
    const asked = read(params.portalList, form);
    return paged(state, newestFirst(state.portals), { ...asked, url: '/v1/billing_portal/configurations' });
  },
  'POST /v1/billing_portal/configurations'(state, form) {
    const { features, metadata } = read(params.portalConfiguration, form);
    return kept(state.portals, {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      is_default: state.portals.size === 0,
      active: true,
      metadata,
      features,
    });
  },
  'POST /v1/billing_portal/configurations/:id'(state, form, id) {
    const { features, metadata } = read(params.portalConfiguration, form);
    return Object.assign(found(state, 'portals', id), { features, metadata });
  },
  'GET /v1/webhook_endpoints'(state, form) {
    const asked = read(params.list, form);
    return paged(state, newestFirst(state.endpoints), { ...asked, url: '/v1/webhook_endpoints' });
  },
  'POST /v1/webhook_endpoints'(state, form) {
    const { url, enabled_events, metadata } = read(params.endpoint, form);
    const endpoint = { id: newId('we'), object: 'webhook_endpoint', url, enabled_events } as const;
    kept(state.endpoints, { ...endpoint, status: 'enabled', metadata });
    // Only returned once.
    return { ...endpoint, status: 'enabled', metadata, secret: newId('whsec') };
  },
  'POST /v1/webhook_endpoints/:id': (state, form, id) =>
    Object.assign(found(state, 'endpoints', id), read(params.endpointChange, form)),
};

type Collection = {
  [Name in keyof StripeState]: StripeState[Name] extends Map<string, infer T>
    ? T extends { id: string }
      ? Name
      : never
    : never;
}[keyof StripeState];

const KINDS: Readonly<Record<string, string>> = {
  sessions: 'checkout.session',
  intents: 'payment_intent',
  prices: 'price',
  products: 'product',
  subscriptions: 'subscription',
};

function found<Name extends Collection>(
  state: StripeState,
  name: Name,
  id: string,
): NonNullable<ReturnType<StripeState[Name]['get']>>;
function found(state: StripeState, name: Collection, id: string): object {
  const object = state[name].get(id);
  if (!object) throw missing(KINDS[name] ?? name, id);
  return object;
}

function shown(state: StripeState, name: Collection, { form, id }: { form: FormTree; id: string }): object {
  const { expand } = read(params.readOne, form);
  return render(state, found(state, name, id), expand);
}

function kept<T extends { id: string }>(collection: Map<string, T>, object: T): T {
  collection.set(object.id, object);
  return object;
}

const newestFirst = <T>(collection: ReadonlyMap<string, T>): T[] => [...collection.values()].toReversed();

const ofPayment =
  (asked: { charge?: string | undefined; payment_intent?: string | undefined }) =>
  (each: { charge: string; payment_intent: string }): boolean =>
    (asked.charge === undefined || each.charge === asked.charge) &&
    (asked.payment_intent === undefined || each.payment_intent === asked.payment_intent);

function paged(
  state: StripeState,
  all: readonly object[],
  asked: { limit: number; starting_after?: string | undefined; expand: readonly string[]; url: string },
): object {
  const after = all.findIndex((each) => 'id' in each && each.id === asked.starting_after) + 1;
  const data = all.slice(after, after + asked.limit);
  return renderList(state, { ...asked, data, hasMore: all.length > after + data.length });
}

function createPrice(state: StripeState, form: FormTree): object {
  const asked = read(params.price, form);
  found(state, 'products', asked.product);
  const holder = [...state.prices.values()].find(
    (price) => asked.lookup_key !== undefined && price.lookup_key === asked.lookup_key,
  );
  if (holder && !asked.transfer_lookup_key) {
    throw new Refusal(400, {
      param: 'lookup_key',
      message: `A price (\`${holder.id}\`) already uses that lookup key.`,
    });
  }
  if (holder) holder.lookup_key = null;
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: true,
    livemode: state.livemode,
    lookup_key: asked.lookup_key ?? null,
    unit_amount: asked.unit_amount,
    currency: asked.currency,
    product: asked.product,
    tax_behavior: asked.tax_behavior,
    metadata: asked.metadata,
    recurring: asked.recurring ?? null,
    type: asked.recurring ? 'recurring' : 'one_time',
  };
  return kept(state.prices, price);
}

function listPrices(state: StripeState, form: FormTree): object {
  const asked = read(params.priceList, form);
  const fits = (price: Price) =>
    (asked.lookup_keys?.includes(price.lookup_key ?? '') ?? true) &&
    (asked.product === undefined || price.product === asked.product) &&
    (asked.active === undefined || price.active === asked.active);
  return paged(state, newestFirst(state.prices).filter(fits), { ...asked, url: '/v1/prices' });
}

function createSession(state: StripeState, form: FormTree): object {
  const asked = read(params.session, form);
  if (asked.customer !== undefined) assertCustomer(state, asked.customer);
  const priced = asked.line_items.map(({ price, quantity }) => ({
    price: found(state, 'prices', price),
    quantity,
  }));
  const wanted = asked.mode === 'payment' ? 'one_time' : 'recurring';
  if (priced.some(({ price }) => price.type !== wanted || !price.active)) {
    throw new Refusal(400, {
      param: 'line_items',
      message: `You must provide at least one ${wanted} price in \`${asked.mode}\` mode.`,
    });
  }
  const id = newId(state.livemode ? 'cs_live' : 'cs_test');
  const session = kept(state.sessions, {
    id,
    object: 'checkout.session' as const,
    created: nowOf(state),
    livemode: state.livemode,
    mode: asked.mode,
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    customer: asked.customer ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    currency: priced[0]?.price.currency ?? 'eur',
    amount_total: priced.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    payment_intent: null,
    subscription: null,
    payment_link: null,
    success_url: asked.success_url,
    cancel_url: asked.cancel_url ?? null,
    url: `https://checkout.stripe.test/c/pay/${id}`,
    metadata: asked.metadata,
    line_items: asked.line_items,
    inner_metadata: (asked.payment_intent_data ?? asked.subscription_data)?.metadata ?? {},
  });
  return render(state, session);
}

/** Checks a customer that is a parameter rather than the requested object. */
function assertCustomer(state: StripeState, id: string): void {
  if (!state.customers.has(id)) throw missing('customer', id, 'customer');
}

function createPortalSession(state: StripeState, form: FormTree): object {
  const asked = read(params.portalSession, form);
  assertCustomer(state, asked.customer);
  if (state.portals.size === 0) {
    throw new Refusal(400, {
      message: 'No configuration provided and your test mode default configuration has not been created.',
    });
  }
  const flow = asked.flow_data?.subscription_update_confirm;
  if (flow) {
    const subscription = found(state, 'subscriptions', flow.subscription);
    if (subscription.customer !== asked.customer) throw missing('subscription', flow.subscription);
    for (const { id, price } of flow.items) {
      found(state, 'prices', price);
      if (subscription.item.id !== id) throw missing('subscription_item', id);
    }
  }
  const id = newId('bps');
  const price = flow?.items[0]?.price;
  const { change: _change, ...shown } = kept(state.portalSessions, {
    id,
    object: 'billing_portal.session' as const,
    customer: asked.customer,
    return_url: asked.return_url ?? null,
    url: `https://billing.stripe.test/p/session/${id}`,
    change: flow && price !== undefined ? { subscription: flow.subscription, price } : null,
  });
  return shown;
}
