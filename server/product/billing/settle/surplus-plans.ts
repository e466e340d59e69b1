import type { Transaction } from '#server/platform/db/database.ts';
import {
  type PaymentState,
  PaymentsError,
  type SubscriptionState,
} from '#server/providers/payments/payments.ts';
import { auditBilling } from '../billing-audit.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { surplusPlanMail } from '../billing-mails.ts';
import { isGone } from './take-back.ts';

/**
 * Two checkouts open at once can both be paid. Of several plans that would go on being charged, keeps the paid
 * one that began first, and records the others to be ended. The caller holds the lock of the user.
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

/**
 * A slow payment can arrive after the plan was ended and the user was told that nothing was charged: then there
 * is something to refund after all.
 */
export async function reopenSurplusPlan(tx: Transaction, state: SubscriptionState): Promise<void> {
  const [settled] = await tx.query<Pick<SurplusPlan, 'foundAt' | 'refunded'>>(
    `select found_at as "foundAt", refunded from private.surplus_plans
     where subscription_ref = $1 and settled_at is not null`,
    [state.ref],
  );
  if (!settled || paidBeside(settled, state).every(isGone)) return;
  await tx.query('update private.surplus_plans set settled_at = null where subscription_ref = $1', [
    state.ref,
  ]);
}

export async function isSurplus(tx: Transaction, subscriptionRef: string): Promise<boolean> {
  const found = await tx.query('select from private.surplus_plans where subscription_ref = $1', [
    subscriptionRef,
  ]);
  return found.length > 0;
}

interface SurplusPlan {
  readonly ref: string;
  readonly keptRef: string;
  readonly userId: string;
  readonly foundAt: Date;
  /** Payments that were refunded, with the user notified. */
  readonly refunded: readonly string[];
}

/**
 * Ends recorded surplus plans, of one user or of all. Failures are reported and retried by the hourly job;
 * throws if the provider is unavailable, after trying the others.
 */
export async function endSurplusPlans(deps: BillingDeps, userId: string | null = null): Promise<void> {
  const due = await deps.database.query<SurplusPlan>(
    `select subscription_ref as ref, kept_ref as "keptRef", user_id as "userId", found_at as "foundAt", refunded
     from private.surplus_plans
     where account = $1 and settled_at is null and ($2::uuid is null or user_id = $2) order by found_at`,
    [deps.payments.account, userId],
  );
  let away: PaymentsError | null = null;
  for (const plan of due) {
    try {
      await endSurplusPlan(deps, plan);
    } catch (error) {
      if (error instanceof PaymentsError && error.kind === 'unavailable') away = error;
      else deps.events.paymentsFailed({ kind: 'surplus_plan', error });
    }
  }
  if (away !== null) throw away;
}

async function endSurplusPlan(deps: BillingDeps, plan: SurplusPlan): Promise<void> {
  const { database, payments } = deps;
  const state = await payments.readSubscription(plan.ref);
  // The kept plan may have ended since: then the other one is the only plan, unless it has ended too.
  if (state?.status !== 'ended' && !goesOn(await payments.readSubscription(plan.keptRef))) {
    await database.query('delete from private.surplus_plans where subscription_ref = $1', [plan.ref]);
    return;
  }
  await payments.endSubscription(plan.ref);
  const paid = paidBeside(plan, state);
  // Includes those already refunded, perhaps by an attempt that got no further.
  for (const payment of paid) if (!isGone(payment)) await payments.refund(payment.ref);
  const cents = paid.reduce((sum, { paidCents }) => sum + paidCents, 0);
  const currency = state?.bills[0]?.currency ?? null;
  await noteEnd(deps, plan, { refunded: paid.map(({ ref }) => ref), cents, currency });
}

/** Payments for time beside the kept plan that weren't refunded yet. */
const paidBeside = (
  { foundAt, refunded }: Pick<SurplusPlan, 'foundAt' | 'refunded'>,
  state: SubscriptionState | null,
): PaymentState[] =>
  (state?.bills ?? []).flatMap(({ payment, periods }) =>
    payment && !refunded.includes(payment.ref) && periods.some(({ endsAt }) => endsAt > foundAt)
      ? [payment]
      : [],
  );

const goesOn = (state: SubscriptionState | null): boolean =>
  state !== null && (state.status === 'active' || state.status === 'unpaid') && state.cancelsAt === null;

async function noteEnd(
  { database, owners, events }: BillingDeps,
  { ref, keptRef, userId }: SurplusPlan,
  { refunded, cents, currency }: { refunded: readonly string[]; cents: number; currency: string | null },
): Promise<void> {
  await database.transaction(async (tx) => {
    const noted = await tx.query(
      `update private.surplus_plans set settled_at = now(), refunded = refunded || $2::text[]
       where subscription_ref = $1 and settled_at is null returning user_id`,
      [ref, refunded],
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
