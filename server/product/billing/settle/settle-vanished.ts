import { auditBilling } from '../billing-audit.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { closeAllowance } from '../grant-allowance.ts';
import { RefusedPaymentError } from './refused-payment.ts';
import { isNewest } from './settlement-turn.ts';

/**
 * A subscription that the provider doesn't have (any more) isn't charged: if it is on file here, it ends with
 * the paid time. Throws for one that was never on file.
 */
export async function settleVanished(
  { database, payments, events }: BillingDeps,
  { ref, turn }: { ref: string; turn: number },
): Promise<string> {
  const [known] = await database.query<{ user_id: string }>(
    'select user_id from public.subscriptions where subscription_ref = $1 and account = $2',
    [ref, payments.account],
  );
  if (!known) throw new RefusedPaymentError('unknown to the provider');
  const { user_id: userId } = known;
  return database.transaction(async (tx) => {
    await tx.query('select private.lock_user($1)', [userId]);
    if (!(await isNewest(tx, { account: payments.account, subjectRef: ref, turn }))) return 'seen newer';
    const [ended] = await tx.query<{ ended_at: Date }>(
      `update public.subscriptions set status = 'ended', ended_at = coalesce(ended_at, paid_until, now())
       where subscription_ref = $1 and status <> 'ended' returning ended_at`,
      [ref],
    );
    if (!ended) return 'ended before';
    await auditBilling(tx, { action: 'billing_plan_vanished', userId, subscription_ref: ref });
    await tx.query('select private.expire_grants($1)', [userId]);
    await tx.query('select private.follow_plan($1)', [userId]);
    if (ended.ended_at <= new Date()) await closeAllowance(tx, userId, ref);
    tx.afterCommit(() => events.planVanished({ user_id: userId, subscription_ref: ref }));
    return 'ended: the provider has it no more';
  });
}
