import type { Transaction } from '#server/platform/db/database.ts';

export type BillingAct =
  | 'billing_surplus_plan_found'
  | 'billing_surplus_plan_ended'
  | 'billing_surplus_refund_failed'
  | 'billing_customer_gone'
  | 'billing_plan_vanished';

/**
 * Audits a decision about a user's money that they didn't make, in the transaction of that decision: ids and
 * figures only.
 */
export async function auditBilling(
  tx: Transaction,
  { action, userId, ...details }: { action: BillingAct; userId: string; [detail: string]: unknown },
): Promise<void> {
  await tx.query('insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)', [
    { action, actor: 'billing', user_id: userId, ...details },
    '',
  ]);
}
