import type { Charge, Invoice, Session, Subscription } from './objects.ts';
import { Refusal } from './refusal.ts';
import type { StripeState } from './state.ts';

type Json = Record<string, unknown>;

/** A list in Stripe's format. */
const listOf = (data: readonly object[], url: string, hasMore = false): Json => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

/** Fields left out of an object unless requested. */
const INCLUDABLE: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': ['line_items'],
  charge: ['refunds'],
  invoice: ['payments'],
};
/** Fields with the id of another object. */
const REFERENCES: Readonly<Record<string, (state: StripeState, id: string) => object | undefined>> = {
  payment_intent: (state, id) => state.intents.get(id),
  payment_link: (state, id) => state.links.get(id),
  latest_charge: (state, id) => state.charges.get(id),
  customer: (state, id) => state.customers.get(id),
  subscription: (state, id) => rendered(state, state.subscriptions.get(id)),
  invoice: (state, id) => rendered(state, state.invoices.get(id)),
};
const DEPTH = 4;

/** Renders an object, with the requested expansions. */
export function render(state: StripeState, source: object, expand: readonly string[] = []): Json {
  const shown: Json = rendered(state, source) ?? {};
  for (const path of expand) {
    const parts = path.split('.');
    if (parts.length > DEPTH) {
      throw new Refusal(400, { message: `You cannot expand more than ${DEPTH} levels of a property.` });
    }
    expandInto(state, shown, parts, path);
  }
  return withoutIncludable(shown, expand);
}

/** Renders a page of a list: `data.x` expands x in each of its objects. */
export function renderList(
  state: StripeState,
  page: { data: readonly object[]; hasMore: boolean; url: string; expand: readonly string[] },
): Json {
  const inner = page.expand.map((path) => {
    if (!path.startsWith('data.')) throw cannotExpand(path);
    if (path.split('.').length > DEPTH) {
      throw new Refusal(400, { message: `You cannot expand more than ${DEPTH} levels of a property.` });
    }
    return path.slice(5);
  });
  return listOf(
    page.data.map((each) => render(state, each, inner)),
    page.url,
    page.hasMore,
  );
}

const cannotExpand = (path: string): Refusal =>
  new Refusal(400, { param: 'expand', message: `This property cannot be expanded (${path}).` });

function expandInto(state: StripeState, shown: Json, [key = '', ...rest]: string[], path: string): void {
  const value = shown[key];
  if (value === null) return;
  if (INCLUDABLE[String(shown['object'])]?.includes(key)) {
    if (rest.length > 0) throw cannotExpand(path);
    return;
  }
  const find = REFERENCES[key];
  if (!find || value === undefined) throw cannotExpand(path);
  const found = typeof value === 'string' ? find(state, value) : value;
  if (!isJson(found)) throw cannotExpand(path);
  const inner = typeof value === 'string' ? (rendered(state, found) ?? {}) : found;
  if (rest.length > 0) expandInto(state, inner, rest, path);
  shown[key] = withoutIncludable(inner, rest.length > 0 ? [rest.join('.')] : []);
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function withoutIncludable(shown: Json, expand: readonly string[]): Json {
  const hidden = (INCLUDABLE[String(shown['object'])] ?? []).filter(
    (name) => !expand.some((path) => path.split('.')[0] === name),
  );
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.includes(name)));
}

/** Renders each kind in Stripe's shape, with all includable fields. */
function rendered(state: StripeState, source: object | undefined): Json | undefined {
  if (source === undefined) return undefined;
  if (isSession(source)) return session(state, source);
  if (isCharge(source)) return charge(state, source);
  if (isSubscription(source)) return subscription(state, source);
  if (isInvoice(source)) return invoice(source);
  return { ...source };
}

const kindOf = (source: object): unknown => ('object' in source ? source.object : undefined);
const isSession = (source: object): source is Session =>
  kindOf(source) === 'checkout.session' && 'inner_metadata' in source;
const isCharge = (source: object): source is Charge => kindOf(source) === 'charge';
const isSubscription = (source: object): source is Subscription =>
  kindOf(source) === 'subscription' && 'item' in source;
const isInvoice = (source: object): source is Invoice => kindOf(source) === 'invoice' && 'paid_at' in source;

function session(state: StripeState, source: Session): Json {
  const { inner_metadata: _inner, line_items: lines, ...shown } = source;
  const items = lines.map(({ price, quantity }, index) => ({
    id: `li_${index + 1}`,
    object: 'item',
    quantity,
    price: state.prices.get(price) ?? null,
  }));
  return { ...shown, line_items: listOf(items, `/v1/checkout/sessions/${source.id}/line_items`) };
}

function charge(state: StripeState, source: Charge): Json {
  const refunds = [...state.refunds.values()].filter((refund) => refund.charge === source.id);
  return { ...source, refunds: listOf(refunds.toReversed(), `/v1/charges/${source.id}/refunds`) };
}

function subscription(state: StripeState, { item, ...shown }: Subscription): Json {
  const price = state.prices.get(item.price);
  const data = [{ ...item, object: 'subscription_item', price }];
  return { ...shown, items: listOf(data, `/v1/subscription_items?subscription=${shown.id}`) };
}

function invoice({
  subscription: ref,
  paid_at: paidAt,
  payment_intent: intent,
  lines,
  ...shown
}: Invoice): Json {
  return {
    ...shown,
    parent: { type: 'subscription_details', subscription_details: { subscription: ref, metadata: {} } },
    status_transitions: { paid_at: paidAt, finalized_at: shown.created, voided_at: null },
    lines: listOf(
      lines.map(({ price, ...line }, index) => ({
        id: `il_${index + 1}`,
        object: 'line_item',
        ...line,
        pricing: { type: 'price_details', price_details: { price, product: 'prod' } },
      })),
      `/v1/invoices/${shown.id}/lines`,
    ),
    payments: listOf(
      intent === null ? [] : [invoicePayment(shown.id, intent, shown.status)],
      '/v1/invoice_payments',
    ),
  };
}

export const invoicePayment = (invoiceId: string, intent: string, status: Invoice['status']): Json => ({
  id: `inpay_${intent}`,
  object: 'invoice_payment',
  invoice: invoiceId,
  status: status === 'paid' ? 'paid' : 'open',
  payment: { type: 'payment_intent', payment_intent: intent },
});
