import type { PlanOffer } from '#domain/offers.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { PaidBill, SubscriptionState } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from './billing-deps.ts';
import { ownerOf } from './customers.ts';
import { closeAllowance, grantAllowance, PLAN_SOURCE } from './grant-allowance.ts';
import { identifyPlan } from './identify-offer.ts';
import { RefusedPaymentError } from './refused-payment.ts';
import { isNewest, takeTurn } from './settlement-turn.ts';
import { isGone, type PaidGrant, takeBack } from './take-back.ts';

/** Looks at a subscription and brings bills, tier and allowance in line with it. */
export async function settleSubscription(
  deps: BillingDeps,
  ref: string,
  checkoutRef: string | null = null,
): Promise<string> {
  const { database, payments } = deps;
  const turn = await takeTurn(database);
  const state = await payments.readSubscription(ref);
  if (state === null) throw new RefusedPaymentError('unknown to the provider');
  if (state.isForeign) throw new RefusedPaymentError('from the other mode');
  const known = await knownOf(database, ref);
  const userId = known.userId ?? (await ownerOrEnd(deps, state));
  const offer = identifyPlan(state.price, known.prices);
  const bills = identifyBills(state.bills, known);
  return database.transaction(async (tx) => {
    await tx.query('select private.lock_user($1)', [userId]);
    if (!(await isNewest(tx, { account: payments.account, subjectRef: ref, turn }))) return 'seen newer';
    const plan = {
      userId,
      state,
      offer,
      account: payments.account,
      checkoutRef: checkoutRef ?? state.checkoutRef,
    };
    await writeSubscription(tx, plan);
    for (const bill of bills) await writeBill(tx, plan, bill);
    await tx.query('select private.expire_grants($1)', [userId]);
    const [row] = await tx.query<{ tier: string }>('select private.follow_plan($1) as tier', [userId]);
    await grantAllowance(tx, userId, new Date());
    // After the grant: of a month whose bill was paid back in part before it was known, that part is taken.
    for (const { bill } of bills) {
      if (bill.payment) await takeBillBack(tx, userId, bill.ref, bill.payment);
    }
    if (state.endedAt !== null && state.endedAt <= new Date()) await closeAllowance(tx, userId, ref);
    tx.afterCommit(() =>
      deps.events.planSettled({ user_id: userId, item: offer.item, status: state.status }),
    );
    return `${offer.item} ${state.status}, tier ${row?.tier}`;
  });
}

/** A plan that was bought by somebody who has left meanwhile must not go on being charged. */
async function ownerOrEnd(deps: BillingDeps, state: SubscriptionState): Promise<string> {
  try {
    return await ownerOf(deps, state);
  } catch (error) {
    const isOurs = error instanceof RefusedPaymentError && error.reason === 'paid for nobody here';
    if (isOurs && state.userRef !== null && state.status !== 'ended') {
      await deps.payments.endSubscription(state.ref);
    }
    throw error;
  }
}

interface KnownPlan {
  /** Whose it is, where it is on file: also somebody who has left since. */
  readonly userId: string | null;
  /** Bills that are on file, each checked when it came. */
  readonly bills: ReadonlySet<string>;
  readonly prices: ReadonlySet<string>;
}

async function knownOf(database: Database, ref: string): Promise<KnownPlan> {
  const bills = await database.query<{ bill_ref: string }>(
    'select bill_ref from private.plan_periods where subscription_ref = $1',
    [ref],
  );
  const prices = await database.query<{ price_ref: string; user_id: string }>(
    'select price_ref, user_id from public.subscriptions where subscription_ref = $1',
    [ref],
  );
  return {
    userId: prices[0]?.user_id ?? null,
    bills: new Set(bills.map((row) => row.bill_ref)),
    prices: new Set(prices.map((row) => row.price_ref)),
  };
}

interface IdentifiedBill {
  readonly bill: PaidBill;
  /** null: it is on file, and its price was checked then. */
  readonly offers: readonly PlanOffer[] | null;
}

function identifyBills(bills: readonly PaidBill[], known: KnownPlan): IdentifiedBill[] {
  return bills.map((bill) => ({
    bill,
    offers: known.bills.has(bill.ref)
      ? null
      : bill.periods.map(({ price }) => identifyPlan(price, known.prices)),
  }));
}

interface SettledPlan {
  readonly userId: string;
  readonly state: SubscriptionState;
  readonly offer: PlanOffer;
  readonly account: string;
  readonly checkoutRef: string | null;
}

async function writeSubscription(
  tx: Transaction,
  { userId, state, offer, account }: SettledPlan,
): Promise<void> {
  const ends = state.bills.flatMap(({ periods }) => periods.map(({ endsAt }) => endsAt.getTime()));
  await tx.query(
    `insert into public.subscriptions as s
       (user_id, item, status, paid_until, cancels_at, ended_at, is_test, account, subscription_ref, price_ref)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (subscription_ref) do update set
       item = excluded.item, status = excluded.status, paid_until = excluded.paid_until,
       cancels_at = excluded.cancels_at, ended_at = excluded.ended_at, price_ref = excluded.price_ref
     where (s.item, s.status, s.paid_until, s.cancels_at, s.ended_at, s.price_ref) is distinct from
       (excluded.item, excluded.status, excluded.paid_until, excluded.cancels_at, excluded.ended_at, excluded.price_ref)`,
    [
      userId,
      offer.item,
      state.status,
      ends.length > 0 ? new Date(Math.max(...ends)) : null,
      state.cancelsAt,
      state.endedAt,
      account !== 'stripe_live',
      account,
      state.ref,
      state.price?.ref ?? '',
    ],
  );
}

async function writeBill(
  tx: Transaction,
  plan: SettledPlan,
  { bill, offers }: IdentifiedBill,
): Promise<void> {
  const { userId, state } = plan;
  if (offers !== null && offers.length > 0) {
    for (const [index, { startsAt, endsAt }] of bill.periods.entries()) {
      await tx.query(
        `insert into private.plan_periods (bill_ref, starts_at, ends_at, user_id, subscription_ref, tier)
         values ($1, $2, $3, $4, $5, $6) on conflict (bill_ref, starts_at) do nothing`,
        [bill.ref, startsAt, endsAt, userId, state.ref, offers[index]?.tier],
      );
    }
    await tx.query(
      `insert into public.purchases (user_id, item, amount_cents, currency, is_test, payment_ref, checkout_ref, paid_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (payment_ref) do nothing`,
      [
        userId,
        offers.at(-1)?.item,
        bill.paidCents,
        bill.currency,
        plan.account !== 'stripe_live',
        bill.ref,
        null,
        bill.paidAt,
      ],
    );
  }
  if (plan.checkoutRef !== null && bill === state.bills.at(-1)) {
    await tx.query(
      'update public.purchases set checkout_ref = $2 where payment_ref = $1 and checkout_ref is null',
      [bill.ref, plan.checkoutRef],
    );
  }
  if (bill.payment) {
    // A refund that has failed after all gives the time back.
    await tx.query('update private.plan_periods set is_void = $2 where bill_ref = $1 and is_void <> $2', [
      bill.ref,
      isGone(bill.payment),
    ]);
  }
}

async function takeBillBack(
  tx: Transaction,
  userId: string,
  billRef: string,
  payment: NonNullable<PaidBill['payment']>,
): Promise<void> {
  const grants = await tx.query<PaidGrant>(
    `select id as "grantId", amount as credits from public.credit_grants
     where user_id = $1 and source = $2 and split_part(source_ref, ' ', 1) = $3`,
    [userId, PLAN_SOURCE, billRef],
  );
  await takeBack(tx, { userId, purchaseRef: billRef, payment, grants });
}
