import type { PaymentSubject } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { RefusedPaymentError } from './refused-payment.ts';
import { settleCheckout } from './settle-checkout.ts';
import { settleSubscription } from './settle-subscription.ts';

/** Settles the subject of an event and records the outcome. Throws if a retry may help. */
export async function settleEvent(deps: BillingDeps, eventId: string): Promise<void> {
  const { database, events } = deps;
  const [event] = await database.query<{ kind: PaymentSubject['kind']; ref: string }>(
    `select subject_kind as kind, subject_ref as ref from private.stripe_events
     where id = $1 and settled_at is null and subject_ref is not null`,
    [eventId],
  );
  if (!event) return;
  const outcome = await settle(deps, event).catch((error: unknown) => {
    if (!(error instanceof RefusedPaymentError)) throw error;
    events.paymentRefused({ event_id: eventId, reason: error.reason });
    return error.message;
  });
  await database.query(
    'update private.stripe_events set settled_at = now(), outcome = $2 where id = $1 and settled_at is null',
    [eventId, outcome],
  );
}

async function settle(deps: BillingDeps, subject: PaymentSubject): Promise<string> {
  switch (subject.kind) {
    case 'checkout':
      return settleCheckout(deps, subject.ref);
    case 'subscription':
      return settleSubscription(deps, subject.ref);
    case 'payment': {
      const paid = await deps.payments.findPaid(subject.ref);
      // A payment that didn't come through our checkout, such as a manual invoice.
      return paid === null || paid.kind === 'payment' ? 'nothing to do' : settle(deps, paid);
    }
  }
}
