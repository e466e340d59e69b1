import type Stripe from 'stripe';
import type { FailedRefund, PaymentState, Reversal } from './payments.ts';
import { translating } from './stripe-failure.ts';

/** Undecided disputes, during which the money is held back. */
const OPEN: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/** Refunds whose money stayed, or came back. */
const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** Reads the state of a payment; requires `latest_charge.refunds` to be expanded. */
export async function toPaymentState(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<PaymentState> {
  const charge = intent.latest_charge;
  const payment = { ref: intent.id, paidCents: intent.amount_received };
  if (charge === null || typeof charge === 'string')
    return { ...payment, reversals: [], failedRefunds: [], isDisputed: false };
  const refunds = await refundsOf(stripe, charge);
  const disputes = charge.disputed ? await disputesOf(stripe, intent.id) : [];
  return {
    ...payment,
    reversals: [
      // A pending refund may still fail; an event reports the outcome.
      ...refunds.filter(({ status }) => status === 'succeeded').map(toReversal('refund')),
      ...disputes.filter(({ status }) => status === 'lost').map(toReversal('dispute')),
    ],
    failedRefunds: refunds.filter(({ status }) => FAILED.has(status ?? '')).map(toFailedRefund),
    isDisputed: disputes.some(({ status }) => OPEN.has(status)),
  };
}

const toReversal =
  (kind: Reversal['kind']) =>
  ({ id, amount }: { id: string; amount: number }): Reversal => ({ ref: id, kind, cents: amount });

const toFailedRefund = ({ id, amount, status, failure_reason: reason }: Stripe.Refund): FailedRefund => ({
  ref: id,
  cents: amount,
  reason: reason ?? status ?? 'unknown',
});

async function refundsOf(stripe: Stripe, charge: Stripe.Charge): Promise<readonly Stripe.Refund[]> {
  const listed = charge.refunds?.has_more === false ? charge.refunds : null;
  return (listed ?? (await translating(stripe.refunds.list({ charge: charge.id, limit: 100 })))).data;
}

async function disputesOf(stripe: Stripe, intent: string): Promise<Stripe.Dispute[]> {
  return (await translating(stripe.disputes.list({ payment_intent: intent, limit: 100 }))).data;
}
