import type { Transaction } from '#server/platform/db/database.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import { monthOfPeriod } from './month-of-period.ts';

/** Source of the monthly grants of plans: one per `<bill> <first day>`. */
export const PLAN_SOURCE = 'plan-month';

interface RunningPeriod {
  readonly subscription_ref: string;
  readonly bill_ref: string;
  /** Credits per month, as sold. */
  readonly credits: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/**
 * Grants the current month of each plan, replacing a smaller allowance. Idempotent; missed months are not made
 * up for. The caller holds the lock of the user.
 */
export async function grantAllowance(tx: Transaction, userId: string, now: Date): Promise<void> {
  const periods = await tx.query<RunningPeriod>(
    `select distinct on (p.subscription_ref) p.subscription_ref, p.bill_ref, p.credits, p.starts_at, p.ends_at
     from private.plan_periods p join public.subscriptions s on s.subscription_ref = p.subscription_ref
     where p.user_id = $1 and not p.is_void and p.starts_at <= $2 and p.ends_at > $2
       and coalesce(s.ended_at > $2, true)
     order by p.subscription_ref, p.tier = 'pro' desc, p.starts_at desc`,
    [userId, now],
  );
  for (const period of periods) await grantMonth(tx, userId, period, now);
}

async function grantMonth(tx: Transaction, userId: string, period: RunningPeriod, now: Date): Promise<void> {
  const month = monthOfPeriod({ startsAt: period.starts_at, endsAt: period.ends_at }, now);
  if (month === null) return;
  const amount = period.credits;
  const running = await openGrants(tx, userId, { subscriptionRef: period.subscription_ref, now });
  // An allowance that is as large stays until it expires, whatever the plan was changed to in between.
  if (running.some((grant) => grant.ours && grant.amount >= amount)) return;
  const granted = await grantCredits(tx, {
    userId,
    kind: 'monthly',
    amount,
    expiresAt: month.endsAt,
    source: PLAN_SOURCE,
    sourceRef: `${period.bill_ref} ${month.startsAt.toISOString().slice(0, 10)}`,
  });
  if (!granted) return;
  for (const { id } of running) await tx.query('select private.replace_grant($1, $2)', [userId, id]);
}

/** Ends the allowance of a plan that has ended, in whichever order grant and end became known. */
export async function closeAllowance(
  tx: Transaction,
  userId: string,
  subscriptionRef: string,
): Promise<void> {
  const running = await openGrants(tx, userId, { subscriptionRef, now: new Date(0) });
  for (const { id } of running.filter(({ ours }) => ours)) {
    await tx.query('select private.replace_grant($1, $2)', [userId, id]);
  }
}

interface OpenGrant {
  readonly id: string;
  readonly amount: number;
  /** True for the same plan; false for the free month, which a plan replaces. */
  readonly ours: boolean;
}

function openGrants(
  tx: Transaction,
  userId: string,
  { subscriptionRef, now }: { subscriptionRef: string; now: Date },
): Promise<OpenGrant[]> {
  return tx.query<OpenGrant>(
    `select g.id, g.amount, g.source = $2 as ours
     from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
     where b.user_id = $1 and b.expires_at > $4 and (
       g.source = 'free-month'
       or g.source = $2 and exists (
         select from private.plan_periods p
         where p.subscription_ref = $3 and p.bill_ref = split_part(g.source_ref, ' ', 1) and not p.is_void))`,
    [userId, PLAN_SOURCE, subscriptionRef, now],
  );
}
