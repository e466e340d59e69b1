import { z } from 'zod';
import type { PaymentEvent, PaymentSubject } from './payments.ts';

/** An id, or the expanded object. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({ id: z.string().optional() }) }),
});

const ofPayment = z.object({ payment_intent: reference });
const ofInvoice = z.object({
  parent: z.object({ subscription_details: z.object({ subscription: reference }) }),
});

/** The event types we handle, which is all the endpoint subscribes to. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/** Converts a Stripe event. Throws if it isn't one. */
export function toPaymentEvent(raw: unknown, isLive: boolean): PaymentEvent {
  const { id, type, created, livemode, data } = event.parse(raw);
  return {
    id,
    type,
    happenedAt: new Date(created * 1000),
    isForeign: livemode !== isLive,
    subject: subjectOf(type, data.object),
  };
}

function subjectOf(type: string, object: { id?: string | undefined }): PaymentSubject | null {
  if (type.startsWith('checkout.session.')) return object.id ? { kind: 'checkout', ref: object.id } : null;
  if (type.startsWith('customer.subscription.'))
    return object.id ? { kind: 'subscription', ref: object.id } : null;
  if (type.startsWith('invoice.')) {
    const invoice = ofInvoice.safeParse(object).data;
    return invoice ? { kind: 'subscription', ref: invoice.parent.subscription_details.subscription } : null;
  }
  if (/^(charge|refund)\./.test(type)) {
    const payment = ofPayment.safeParse(object).data;
    return payment ? { kind: 'payment', ref: payment.payment_intent } : null;
  }
  return null;
}
