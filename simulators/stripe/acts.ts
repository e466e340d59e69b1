import type {
  Charge,
  Dispute,
  Invoice,
  InvoiceLine,
  Price,
  Refund,
  Session,
  Subscription,
} from './objects.ts';
import { render } from './render.ts';
import { newId, nowOf, type StripeState } from './state.ts';

/** Actions of customers, banks and time, each with the events that Stripe sends. */
export interface StripeActs {
  /** `later`: a payment method that takes days. */
  pay(session: string, how?: 'now' | 'later'): void;
  endLater(session: string, how: 'succeeded' | 'failed'): void;
  expire(session: string): void;
  refund(intent: string, cents?: number, status?: Refund['status']): Refund;
  /**
   * The customer's bank returns the refund days after Stripe had reported it as succeeded; or it was never covered.
   */
  failRefund(refund: string, reason?: string): void;
  dispute(intent: string): Dispute;
  closeDispute(dispute: string, how: 'won' | 'lost'): void;
  /** Starts the next period, whose bill is paid or not. */
  renew(subscription: string, how?: 'paid' | 'failed'): void;
  /** Pays the open bill. */
  payOpenBill(subscription: string): void;
  /** Takes effect at once, with a new period and a credit for the old one, as configured in our portal. */
  changePlan(subscription: string, lookupKey: string): void;
  cancel(subscription: string, when: 'now' | 'at the end'): void;
  /** As in Stripe's dashboard: their plans end at once. */
  deleteCustomer(customer: string): void;
}

const one = <T>(map: ReadonlyMap<string, T>, id: string): T => {
  const found = map.get(id);
  if (!found) throw new Error(`the simulator has no ${id}`);
  return found;
};

function emit(state: StripeState, type: string, object: object): void {
  state.events.push({
    id: newId('evt'),
    object: 'event',
    api_version: '2026-09-30.endive',
    created: nowOf(state),
    livemode: state.livemode,
    type,
    data: { object: render(state, object) },
  });
}

export function createActs(state: StripeState): StripeActs {
  return {
    pay: (id, how = 'now') => paySession(state, one(state.sessions, id), how),
    endLater(id, how) {
      const session = one(state.sessions, id);
      if (how === 'succeeded') settlePayment(state, session);
      else if (session.subscription !== null) failOpenBill(state, session.subscription);
      emit(state, `checkout.session.async_payment_${how}`, session);
    },
    expire: (id) => expire(state, one(state.sessions, id)),
    refund: (intent, cents, status = 'succeeded') => refund(state, { intent, cents, status }),
    failRefund: (id, reason = 'expired_or_canceled_card') =>
      failRefund(state, one(state.refunds, id), reason),
    dispute: (intent) => openDispute(state, intent),
    closeDispute(id, how) {
      const dispute = one(state.disputes, id);
      dispute.status = how;
      emit(state, 'charge.dispute.closed', dispute);
    },
    renew: (id, how = 'paid') => renew(state, one(state.subscriptions, id), how),
    payOpenBill(id) {
      const subscription = one(state.subscriptions, id);
      payBill(state, openBillOf(state, id));
      subscription.status = 'active';
      emit(state, 'customer.subscription.updated', subscription);
    },
    changePlan: (id, lookupKey) => changePlan(state, one(state.subscriptions, id), lookupKey),
    deleteCustomer(id) {
      const customer = one(state.customers, id);
      for (const subscription of state.subscriptions.values()) {
        if (subscription.customer === id && subscription.status !== 'canceled') end(state, subscription);
      }
      state.customers.delete(id);
      emit(state, 'customer.deleted', customer);
    },
    cancel(id, when) {
      const subscription = one(state.subscriptions, id);
      if (when === 'now') return end(state, subscription);
      subscription.cancel_at_period_end = true;
      emit(state, 'customer.subscription.updated', subscription);
    },
  };
}

export function expire(state: StripeState, session: Session): void {
  session.status = 'expired';
  emit(state, 'checkout.session.expired', session);
}

function paySession(state: StripeState, session: Session, how: 'now' | 'later'): void {
  if (session.status !== 'open')
    throw new Error(`the page of ${session.id} takes no money: it is ${session.status}`);
  session.status = 'complete';
  if (session.mode === 'subscription') {
    begin(state, session, how);
  } else {
    const id = newId('pi');
    const { amount_total: amount, currency } = session;
    session.payment_intent = id;
    state.intents.set(id, {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency,
      status: 'processing',
      latest_charge: null,
    });
    if (how === 'now') settlePayment(state, session);
  }
  session.customer ??= null;
  emit(state, 'checkout.session.completed', session);
}

function settlePayment(state: StripeState, session: Session): void {
  if (session.subscription === null) charge(state, session.payment_intent ?? '');
  else payBill(state, openBillOf(state, session.subscription));
  session.payment_status = 'paid';
}

function openBillOf(state: StripeState, subscription: string): Invoice {
  const open = [...state.invoices.values()].find(
    (each) => each.subscription === subscription && each.status === 'open',
  );
  if (!open) throw new Error('there is no open bill');
  return open;
}

function failOpenBill(state: StripeState, id: string): void {
  const subscription = one(state.subscriptions, id);
  subscription.status = 'past_due';
  emit(state, 'customer.subscription.updated', subscription);
  emit(state, 'invoice.payment_failed', openBillOf(state, id));
}

/** Records a successful payment. */
function charge(state: StripeState, intentId: string): Charge {
  const intent = one(state.intents, intentId);
  const made: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    payment_intent: intent.id,
  };
  state.charges.set(made.id, made);
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: made.id });
  return made;
}

const chargeOf = (state: StripeState, intent: string): Charge =>
  one(state.charges, one(state.intents, intent).latest_charge ?? '');

export function refund(
  state: StripeState,
  { intent, cents, status }: { intent: string; cents: number | undefined; status: Refund['status'] },
): Refund {
  const paid = chargeOf(state, intent);
  const amount = cents ?? paid.amount - paid.amount_refunded;
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: paid.id,
    payment_intent: intent,
    status,
  };
  state.refunds.set(made.id, made);
  paid.amount_refunded += amount;
  paid.refunded = paid.amount_refunded >= paid.amount;
  emit(state, 'charge.refunded', paid);
  return made;
}

function failRefund(state: StripeState, failed: Refund, reason: string): void {
  const paid = one(state.charges, failed.charge);
  failed.status = 'failed';
  failed.failure_reason = reason;
  paid.amount_refunded -= failed.amount;
  paid.refunded = false;
  emit(state, 'refund.failed', failed);
}

function openDispute(state: StripeState, intent: string): Dispute {
  const paid = chargeOf(state, intent);
  paid.disputed = true;
  const made: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: paid.amount,
    charge: paid.id,
    payment_intent: intent,
    status: 'needs_response',
  };
  state.disputes.set(made.id, made);
  emit(state, 'charge.dispute.created', made);
  return made;
}

/** With a slow payment method, the plan starts right away. */
function begin(state: StripeState, session: Session, how: 'now' | 'later'): void {
  const [line] = session.line_items;
  const price = one(state.prices, line?.price ?? '');
  const start = nowOf(state);
  const subscription: Subscription = {
    id: newId('sub'),
    object: 'subscription',
    created: start,
    livemode: state.livemode,
    status: 'active',
    customer: session.customer ?? '',
    metadata: session.inner_metadata,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    item: {
      id: newId('si'),
      price: price.id,
      quantity: line?.quantity ?? 1,
      current_period_start: start,
      current_period_end: endOf(start, price),
    },
  };
  state.subscriptions.set(subscription.id, subscription);
  session.subscription = subscription.id;
  session.payment_status = how === 'now' ? 'paid' : 'unpaid';
  emit(state, 'customer.subscription.created', subscription);
  bill(state, subscription, {
    reason: 'subscription_create',
    payment: how === 'now' ? 'paid' : 'on its way',
  });
}

function endOf(start: number, { recurring }: Price): number {
  const begin = new Date(start * 1000);
  const end = new Date(begin);
  // Clamps to the last day of a shorter month.
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (recurring?.interval === 'year' ? 12 : 1));
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(begin.getUTCDate(), days));
  return Math.floor(end.getTime() / 1000);
}

function bill(
  state: StripeState,
  subscription: Subscription,
  {
    reason,
    payment,
    before = [],
  }: { reason: string; payment: 'paid' | 'failed' | 'on its way'; before?: InvoiceLine[] },
): void {
  const { item } = subscription;
  const price = one(state.prices, item.price);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const lines = [
    ...before,
    { amount: price.unit_amount * item.quantity, price: price.id, quantity: item.quantity, period },
  ];
  const made: Invoice = {
    id: newId('in'),
    object: 'invoice',
    created: nowOf(state),
    currency: price.currency,
    status: 'open',
    amount_paid: 0,
    billing_reason: reason,
    subscription: subscription.id,
    paid_at: null,
    payment_intent: null,
    lines,
  };
  state.invoices.set(made.id, made);
  if (payment === 'paid') payBill(state, made);
  if (payment === 'failed') emit(state, 'invoice.payment_failed', made);
}

function payBill(state: StripeState, invoice: Invoice): void {
  const amount = Math.max(
    0,
    invoice.lines.reduce((sum, line) => sum + line.amount, 0),
  );
  if (amount > 0) {
    const id = newId('pi');
    state.intents.set(id, {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: invoice.currency,
      status: 'processing',
      latest_charge: null,
    });
    charge(state, id);
    invoice.payment_intent = id;
  }
  Object.assign(invoice, { status: 'paid', amount_paid: amount, paid_at: nowOf(state) });
  emit(state, 'invoice.paid', invoice);
}

function renew(state: StripeState, subscription: Subscription, how: 'paid' | 'failed'): void {
  const { item } = subscription;
  item.current_period_start = item.current_period_end;
  item.current_period_end = endOf(item.current_period_start, one(state.prices, item.price));
  subscription.status = how === 'paid' ? 'active' : 'past_due';
  emit(state, 'customer.subscription.updated', subscription);
  bill(state, subscription, { reason: 'subscription_cycle', payment: how });
}

function changePlan(state: StripeState, subscription: Subscription, lookupKey: string): void {
  const next = [...state.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (!next) throw new Error(`there is no price ${lookupKey}`);
  const { item } = subscription;
  const old = one(state.prices, item.price);
  const now = nowOf(state);
  const unused =
    (item.current_period_end - now) / Math.max(1, item.current_period_end - item.current_period_start);
  const before: InvoiceLine[] = [
    {
      amount: -Math.round(old.unit_amount * unused),
      price: old.id,
      quantity: 1,
      period: { start: now, end: item.current_period_end },
    },
  ];
  Object.assign(item, {
    price: next.id,
    current_period_start: now,
    current_period_end: endOf(now, next),
  });
  emit(state, 'customer.subscription.updated', subscription);
  bill(state, subscription, { reason: 'subscription_update', payment: 'paid', before });
}

export function end(state: StripeState, subscription: Subscription): void {
  subscription.status = 'canceled';
  subscription.ended_at = nowOf(state);
  emit(state, 'customer.subscription.deleted', subscription);
}
