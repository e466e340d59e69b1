import { PaymentsError } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { compareEvents } from './compare-events.job.ts';
import { settleEvent } from './settle-event.ts';

/**
 * Brings a restored database up to date with the payment provider, before any queue runs. Sends no emails,
 * since they were sent at the time. Events that can't be settled stay in the inbox. Throws if the provider is
 * unavailable.
 */
export async function catchUpPayments(billing: BillingDeps): Promise<{ settled: number }> {
  const { database, payments, events } = billing;
  const quiet = { ...billing, jobs: { send: async () => {} }, owners: { tell: () => {} } };
  await compareEvents(quiet, AbortSignal.any([]));
  const waiting = await database.query<{ id: string }>(
    `select id from private.stripe_events
     where account = $1 and settled_at is null and subject_ref is not null order by happened_at, id`,
    [payments.account],
  );
  let settled = 0;
  for (const { id } of waiting) {
    try {
      await settleEvent(quiet, id);
      settled += 1;
    } catch (error) {
      if (error instanceof PaymentsError && error.kind === 'unavailable') throw error;
      events.paymentsFailed({ kind: 'event', error });
    }
  }
  return { settled };
}
