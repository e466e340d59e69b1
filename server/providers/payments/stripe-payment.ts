import type Stripe from 'stripe';
import type { PaymentState, Reversal } from './payments.ts';
import { translating } from './stripe-failure.ts';

/** Disputes in which nothing is decided yet, and the money is held back. */
const OPEN: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/** What has become of a payment: needs `latest_charge.refunds` expanded. */
export async function toPaymentState(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<PaymentState> {
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === 'string')
    return { ref: intent.id, paidCents: intent.amount_received, reversals: [], isDisputed: false };
  const refunds = charge.amount_refunded > 0 || charge.refunded ? await refundsOf(stripe, charge) : [];
  const disputes = charge.disputed ? await disputesOf(stripe, intent.id) : [];
  return {
    ref: intent.id,
    paidCents: intent.amount_received,
    reversals: [...refunds, ...disputes.filter(({ status }) => status === 'lost').map(toReversal('dispute'))],
    isDisputed: disputes.some(({ status }) => OPEN.has(status)),
  };
}

const toReversal =
  (kind: Reversal['kind']) =>
  ({ id, amount }: { id: string; amount: number }): Reversal => ({ ref: id, kind, cents: amount });

async function refundsOf(stripe: Stripe, charge: Stripe.Charge): Promise<Reversal[]> {
  const listed = charge.refunds?.has_more === false ? charge.refunds : null;
  const { data } = listed ?? (await translating(stripe.refunds.list({ charge: charge.id, limit: 100 })));
  // A refund that is pending may still fail; word of its end comes.
  return data.filter(({ status }) => status === 'succeeded').map(toReversal('refund'));
}

async function disputesOf(stripe: Stripe, intent: string): Promise<Stripe.Dispute[]> {
  return (await translating(stripe.disputes.list({ payment_intent: intent, limit: 100 }))).data;
}
