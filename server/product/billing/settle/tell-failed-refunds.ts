import type { Transaction } from '#server/platform/db/database.ts';
import type { FailedRefund } from '#server/providers/payments/payments.ts';
import type { ProductEvents } from '../../events.ts';
import { auditBilling } from '../billing-audit.ts';
import { isSurplus } from './surplus-plans.ts';

export interface RefundedPlan {
  readonly userId: string;
  readonly subscriptionRef: string;
  readonly events: ProductEvents;
}

/**
 * Reports failed refunds of a plan's bills. For a second plan the money is still owed to the user, who was
 * notified: that is an alarm, and the audit keeps it after the log is gone.
 */
export async function tellFailedRefunds(
  tx: Transaction,
  refunds: readonly FailedRefund[],
  { userId, subscriptionRef, events }: RefundedPlan,
): Promise<void> {
  if (refunds.length === 0) return;
  const isOwed = await isSurplus(tx, subscriptionRef);
  for (const { ref, cents, reason } of refunds) {
    const failure = { user_id: userId, refund: ref, cents, reason };
    if (isOwed) {
      const details = { subscription_ref: subscriptionRef, refund_ref: ref, refund_cents: cents, reason };
      await auditBilling(tx, { action: 'billing_surplus_refund_failed', userId, ...details });
      tx.afterCommit(() => events.surplusRefundFailed(failure));
    } else {
      tx.afterCommit(() => events.refundFailed(failure));
    }
  }
}
