import type { Transaction } from '#server/platform/db/database.ts';
import type { SubscriptionState } from '#server/providers/payments/payments.ts';
import { auditBilling } from './billing-audit.ts';
import type { BillingDeps } from './billing-deps.ts';
import { surplusPlanMail } from './billing-mails.ts';
import { isGone } from './take-back.ts';

/**
 * Two checkouts that were open at once can both be paid. Of plans that would all go on being charged the one stays that
 * is paid for and began first; the others are noted, to be ended. The caller holds the lock of the user.
 */
export async function noteSurplusPlans(tx: Transaction, userId: string, account: string): Promise<void> {
  const [kept, ...surplus] = await tx.query<{ ref: string }>(
    `select subscription_ref as ref from public.subscriptions s
     where user_id = $1 and account = $2 and status in ('active', 'unpaid') and cancels_at is null
       and not exists (select from private.surplus_plans x where x.subscription_ref = s.subscription_ref)
     order by status = 'active' desc, started_at, subscription_ref`,
    [userId, account],
  );
  for (const { ref } of surplus) {
    await tx.query(
      `insert into private.surplus_plans (subscription_ref, account, user_id, kept_ref) values ($1, $2, $3, $4)`,
      [ref, account, userId, kept?.ref],
    );
    const details = { subscription_ref: ref, kept_ref: kept?.ref };
    await auditBilling(tx, { action: 'billing_surplus_plan_found', userId, ...details });
  }
}

interface SurplusPlan {
  readonly ref: string;
  readonly keptRef: string;
  readonly userId: string;
}

/** Ends what was noted and not ended so far, of one person or of everybody. */
export async function endSurplusPlans(deps: BillingDeps, userId: string | null = null): Promise<void> {
  const due = await deps.database.query<SurplusPlan>(
    `select subscription_ref as ref, kept_ref as "keptRef", user_id as "userId" from private.surplus_plans
     where account = $1 and settled_at is null and ($2::uuid is null or user_id = $2) order by found_at`,
    [deps.payments.account, userId],
  );
  for (const plan of due) await endSurplusPlan(deps, plan);
}

async function endSurplusPlan(deps: BillingDeps, plan: SurplusPlan): Promise<void> {
  const { database, payments } = deps;
  // The one that stays may have ended since we heard of it: then the other is the only one.
  if (!goesOn(await payments.readSubscription(plan.keptRef))) {
    await database.query('delete from private.surplus_plans where subscription_ref = $1', [plan.ref]);
    return;
  }
  const state = await payments.readSubscription(plan.ref);
  await payments.endSubscription(plan.ref);
  const unpaidBack = (state?.bills ?? []).flatMap(({ payment }) =>
    payment && !isGone(payment) ? [payment] : [],
  );
  for (const { ref } of unpaidBack) await payments.refund(ref);
  const cents = unpaidBack.reduce((sum, { paidCents }) => sum + paidCents, 0);
  await noteEnd(deps, plan, { cents, currency: state?.bills[0]?.currency ?? null });
}

const goesOn = (state: SubscriptionState | null): boolean =>
  state !== null && (state.status === 'active' || state.status === 'unpaid') && state.cancelsAt === null;

async function noteEnd(
  { database, owners, events }: BillingDeps,
  { ref, keptRef, userId }: SurplusPlan,
  { cents, currency }: { cents: number; currency: string | null },
): Promise<void> {
  await database.transaction(async (tx) => {
    const noted = await tx.query(
      `update private.surplus_plans set settled_at = now()
       where subscription_ref = $1 and settled_at is null returning user_id`,
      [ref],
    );
    if (noted.length === 0) return;
    const details = { subscription_ref: ref, kept_ref: keptRef, refunded_cents: cents };
    await auditBilling(tx, { action: 'billing_surplus_plan_ended', userId, ...details });
    const [person] = await tx.query<{ email: string | null }>('select email from auth.users where id = $1', [
      userId,
    ]);
    tx.afterCommit(() => {
      events.surplusPlanEnded({ user_id: userId, ...details });
      const to = person?.email;
      if (to) owners.tell((sender) => surplusPlanMail({ to, cents, currency }, sender));
    });
  });
}
