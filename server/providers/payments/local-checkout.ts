import { createHmac } from 'node:crypto';
import type { Offers } from '#domain/shop/offers.ts';
import { isPlanKey, type PlanKey } from '#domain/shop/plans.ts';
import { newToken } from '#server/lib/ids.ts';
import { changePlan, letTimePass, newBill, runningPlan, subscriptionOf } from './local-plan.ts';
import type { TestCheckoutRow, TestEvent, TestState } from './local-state.ts';
import { createLocalStore } from './local-store.ts';
import { createLocalView } from './local-view.ts';
import type { Payments, TestCheckout } from './payments.ts';
import { toPaymentEvent } from './stripe-event.ts';
import { verifyMessage } from './verify-message.ts';

export interface LocalCheckoutOptions {
  readonly folder: string;
  /** The app's own URL, which has the test checkout's page. */
  readonly publicUrl: string;
  /** Signs webhook calls, like a payment provider. */
  readonly secret: string;
  /** Items on sale. */
  readonly offers: Offers;
}

/** Posts a signed event to our webhook. False: it wasn't accepted. */
export type DeliverMessage = (body: string, signature: string) => Promise<boolean>;

export interface LocalCheckout extends Payments, TestCheckout {
  /** Must be called once before any payment. */
  deliverTo(deliver: DeliverMessage): void;
}

/** Substitute if no payment provider is connected: a page in test mode, without real money. */
export function createLocalCheckout(options: LocalCheckoutOptions): LocalCheckout {
  const { folder, publicUrl, secret, offers } = options;
  const view = createLocalView(offers);
  const store = createLocalStore(folder);
  let deliver: DeliverMessage = async () => false;
  const page = (ref: string): string => `${publicUrl}/checkout/test?ref=${ref}`;

  /** Changes the state and sends an event. One that isn't accepted is found by the daily reconciliation. */
  async function change<T>(act: (state: TestState) => { result: T; about?: string }): Promise<T> {
    const { result, event } = await store.change((state) => {
      const { result: made, about } = act(state);
      const sent = about === undefined ? null : newEvent(about);
      if (sent) state.events.push(sent);
      return { result: made, event: sent };
    });
    if (event) await send(event);
    return result;
  }

  async function send(event: TestEvent): Promise<void> {
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    await deliver(body, `t=${at},v1=${mac}`);
  }

  return {
    account: 'local',
    deliverTo(next) {
      deliver = next;
    },
    createCustomer: async ({ userId }) => `cus_test_${userId}`,
    openCheckout: ({ offer, userId, customerRef, successUrl, cancelUrl }) =>
      change((state) => {
        const ref = `cs_test_${newToken(18)}`;
        state.checkouts.push({
          ref,
          user_id: userId,
          customer_ref: customerRef,
          item: offer.item,
          cents: offer.cents,
          currency: offer.currency,
          is_paid: false,
          is_closed: false,
          payment_ref: `pi_test_${newToken(18)}`,
          subscription_ref: null,
          success_url: successUrl.replace('{CHECKOUT_SESSION_ID}', ref),
          cancel_url: cancelUrl,
          happened_at: new Date().toISOString(),
        });
        return { result: { ref, url: page(ref), priceRef: view.priceOf(offer.item).ref } };
      }),
    closeCheckout: (ref) =>
      change((state) => {
        const found = state.checkouts.find((each) => each.ref === ref);
        if (found && !found.is_paid) found.is_closed = true;
        return { result: undefined };
      }),
    openPortal: ({ customerRef, returnUrl }) =>
      change((state) => {
        const ref = `bps_test_${newToken(18)}`;
        state.portals.push({ ref, customer_ref: customerRef, return_url: returnUrl });
        return { result: page(ref) };
      }),
    async readEvent(body, signature) {
      const { default: Stripe } = await import('stripe');
      const message = { body, signature, secrets: [secret], now: new Date() };
      return toPaymentEvent(verifyMessage(Stripe.webhooks, message), false);
    },
    async readCheckout(ref) {
      const found = (await store.read()).checkouts.find((each) => each.ref === ref);
      return found ? view.checkout(found) : null;
    },
    async readSubscription(ref) {
      const found = await store.change((state) => {
        const subscription = subscriptionOf(state, ref);
        if (subscription) letTimePass(subscription, { offers, now: new Date() });
        return subscription;
      });
      return found ? view.subscription(found) : null;
    },
    async findPaid(paymentRef) {
      const found = (await store.read()).checkouts.find((each) => each.payment_ref === paymentRef);
      return found ? { kind: 'checkout', ref: found.ref } : null;
    },
    endSubscription: (ref) =>
      change((state) => {
        const subscription = subscriptionOf(state, ref);
        if (subscription) subscription.ended_at ??= new Date().toISOString();
        return { result: undefined, about: ref };
      }),
    // No money to return.
    refund: async () => undefined,
    async *listEvents(since) {
      for (const event of (await store.read()).events) {
        if (event.created * 1000 >= since.getTime()) yield toPaymentEvent(event, false);
      }
    },

    async show(ref) {
      const state = await store.read();
      const found = state.checkouts.find((each) => each.ref === ref);
      if (found) {
        const offer = offers.find(found.item);
        // An item no longer sold isn't shown, as if its page were closed.
        if (found.is_closed || !offer) return null;
        const { is_paid: isPaid, cancel_url: backUrl } = found;
        const { cents, currency } = view.askedOf(found);
        return { kind: 'checkout', offer: { ...offer, cents, currency }, isPaid, backUrl };
      }
      const portal = state.portals.find((each) => each.ref === ref);
      if (!portal) return null;
      const plan = runningPlan(state, portal.customer_ref);
      return {
        kind: 'portal',
        backUrl: portal.return_url,
        plan: plan
          ? {
              item: plan.item,
              nextItem: plan.next_item,
              isCancelled: plan.is_cancelled,
              paidUntil: new Date(plan.bills[0]?.ends_at ?? 0),
            }
          : null,
      };
    },
    pay: (ref) =>
      change((state) => {
        const found = state.checkouts.find((each) => each.ref === ref);
        if (!found || found.is_closed) return { result: null };
        // Idempotent: paying twice is the same as paying once.
        if (found.is_paid) return { result: found.success_url };
        found.is_paid = true;
        if (isPlanKey(found.item)) begin(state, found, found.item);
        return { result: found.success_url, about: ref };
      }),
    changePlan: (ref, wish) =>
      change((state) => {
        const portal = state.portals.find((each) => each.ref === ref);
        const plan = portal && runningPlan(state, portal.customer_ref);
        if (!portal || !plan) return { result: null };
        if (wish === 'cancel' || wish === 'resume') plan.is_cancelled = wish === 'cancel';
        else changePlan(plan, wish, { offers, now: new Date() });
        return { result: portal.return_url, about: plan.ref };
      }),
  };
}

function newEvent(about: string): TestEvent {
  return {
    id: `evt_test_${newToken(18)}`,
    type: about.startsWith('cs_') ? 'checkout.session.completed' : 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: about } },
  };
}

function begin(state: TestState, checkout: TestCheckoutRow, item: PlanKey): void {
  const ref = `sub_test_${newToken(18)}`;
  checkout.subscription_ref = ref;
  state.subscriptions.push({
    ref,
    user_id: checkout.user_id,
    customer_ref: checkout.customer_ref,
    checkout_ref: checkout.ref,
    item,
    next_item: item,
    is_cancelled: false,
    ended_at: null,
    bills: [newBill(item, new Date(), checkout)],
  });
}
