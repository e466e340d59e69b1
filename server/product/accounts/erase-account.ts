import type { Transaction } from '#server/platform/db/database.ts';

/**
 * Triggers run for each row, about a millisecond on a busy machine, so a list of ten thousand tasks takes a
 * while.
 */
export const ERASING = { limit: 60_000, total: 120_000 };

export type Erasure = 'erased' | 'unknown' | 'plan_running';

/**
 * Ends all runs and sessions, then deletes the account with everything that references it; live runs and token
 * checks learn of it by notification. docs/operating.md says what stays. No-op if the id is unknown, or if the
 * payment provider would go on charging for a plan that nobody could cancel any more. A plan in test mode takes
 * no money: it may outlive its account as 'active', and blocks nothing.
 */
export async function eraseAccount(tx: Transaction, userId: string): Promise<Erasure> {
  // The usual lock order: the account, then its ledger. Sees a plan that is being bought at this moment.
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
