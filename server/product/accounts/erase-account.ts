import type { Transaction } from '#server/platform/db/database.ts';

/** Each row leaves by its triggers, about a millisecond on a busy machine: a list of ten thousand tasks takes its time. */
export const ERASING = { limit: 60_000, total: 120_000 };

export type Erasure = 'erased' | 'unknown' | 'plan_running';

/**
 * Ends what is at work and every session, then removes the account with all that hangs on it: live runs hear of it
 * by notification, and so does whoever checks tokens. What stays is in docs/operating.md. Nothing happens where
 * nobody has this id, or where the payment provider would go on charging for a plan that nobody could cancel any more.
 * A plan of a test mode takes no money: it may outlive its world as 'active', and keeps nobody here.
 */
export async function eraseAccount(tx: Transaction, userId: string): Promise<Erasure> {
  // Locked as everywhere: the account, then its books. A plan that is being bought at this moment is seen.
  await tx.query('select from auth.users where id = $1 for update', [userId]);
  await tx.query('select private.lock_user($1)', [userId]);
  const running = await tx.query(
    `select from public.subscriptions
     where user_id = $1 and not is_test and status <> 'ended' and ended_at is null and cancels_at is null`,
    [userId],
  );
  if (running.length > 0) return 'plan_running';
  const [row] = await tx.query<{ erased: boolean }>('select private.erase_account($1) as erased', [userId]);
  return row?.erased === true ? 'erased' : 'unknown';
}
