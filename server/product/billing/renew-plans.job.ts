import type { Database } from '#server/platform/db/database.ts';
import { PaymentsError } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from './billing-deps.ts';
import { grantAllowance, PLAN_SOURCE } from './grant-allowance.ts';
import { RefusedPaymentError } from './settle/refused-payment.ts';
import { settleSubscription } from './settle/settle-subscription.ts';
import { endSurplusPlans } from './settle/surplus-plans.ts';

/** Users per query. Each is renewed in a transaction of their own: one lock at a time. */
const BATCH = 200;

/**
 * Applies what happens to plans by time alone: the next month of a yearly plan, and the end of the paid time.
 * Doesn't need the payment provider. Idempotent, also across processes.
 */
export async function renewPlans(database: Database, signal: AbortSignal, now = new Date()): Promise<void> {
  const done = new Set<string>();
  while (!signal.aborted) {
    const due = await database.query<{ user_id: string }>(
      `select p.user_id from private.plan_periods p join public.subscriptions s on s.subscription_ref = p.subscription_ref
       where not p.is_void and p.starts_at <= $1 and p.ends_at > $1 and coalesce(s.ended_at > $1, true)
         and p.user_id <> all ($3::uuid[])
         and not exists (
           select from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
           join private.plan_periods q on q.bill_ref = split_part(g.source_ref, ' ', 1)
           where b.user_id = p.user_id and b.expires_at > $1 and g.source = $2
             and q.subscription_ref = p.subscription_ref)
       union
       select f.id from public.profiles f
       where f.subscription_tier in ('start', 'pro') and f.id <> all ($3::uuid[])
         and not exists (select from private.granted_tiers t where t.user_id = f.id)
         and not exists (
           select from private.plan_periods p join public.subscriptions s on s.subscription_ref = p.subscription_ref
           where p.user_id = f.id and not p.is_void and p.tier = f.subscription_tier
             and p.starts_at <= $1 and p.ends_at > $1 and coalesce(s.ended_at > $1, true))
       limit $4`,
      [now, PLAN_SOURCE, [...done], BATCH],
    );
    for (const { user_id: userId } of due) {
      if (signal.aborted) return;
      done.add(userId);
      await renewPlan(database, userId, now);
    }
    if (due.length < BATCH) return;
  }
}

async function renewPlan(database: Database, userId: string, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select private.expire_grants($1)', [userId]);
    await tx.query('select private.follow_plan($1, $2)', [userId, now]);
    await grantAllowance(tx, userId, now);
  });
}

/**
 * Polls the provider for plans whose paid time is over, in case an event for the next bill or the end was lost.
 * Also ends plans of users who have left, and second plans that couldn't be ended when found.
 */
export async function lookAfterPlans(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  const { database, payments } = deps;
  const due = await database.query<{ subscription_ref: string; is_left: boolean }>(
    `select s.subscription_ref, not exists (select from auth.users u where u.id = s.user_id) as is_left
     from public.subscriptions s
     where s.account = $1 and s.status <> 'ended' and (
       s.paid_until < now() or not exists (select from auth.users u where u.id = s.user_id))`,
    [payments.account],
  );
  for (const { subscription_ref: ref, is_left: isLeft } of due) {
    if (signal.aborted) return;
    try {
      if (isLeft) await payments.endSubscription(ref);
      await settleSubscription(deps, ref);
    } catch (error) {
      // A plan that can't be settled doesn't block the others; an unavailable provider does.
      if (error instanceof PaymentsError && error.kind === 'unavailable') throw error;
      if (error instanceof RefusedPaymentError)
        deps.events.paymentRefused({ event_id: ref, reason: error.reason });
      else deps.events.paymentsFailed({ kind: 'subscription', error });
    }
  }
  await endSurplusPlans(deps);
}
