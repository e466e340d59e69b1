import type { Offers, PlanOffer } from '#domain/shop/offers.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { PaidBill, SubscriptionState } from '#server/providers/payments/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { closeOrder, closePlanCheckouts, orderedPrices } from '../checkout/checkout-orders.ts';
import { ownerOf } from '../checkout/customers.ts';
import { identifyPlan } from '../checkout/identify-offer.ts';
import { closeAllowance, grantAllowance, PLAN_SOURCE } from '../grant-allowance.ts';
import { paidGrantsOf } from './paid-grants.ts';
import { RefusedPaymentError } from './refused-payment.ts';
import { settleVanished } from './settle-vanished.ts';
import { isNewest, takeTurn } from './settlement-turn.ts';
import { endSurplusPlans, noteSurplusPlans, reopenSurplusPlan } from './surplus-plans.ts';
import { isGone, takeBack } from './take-back.ts';
import { tellFailedRefunds } from './tell-failed-refunds.ts';

/** Reads a subscription from the provider and reconciles bills, tier and allowance with it. */
export async function settleSubscription(
  deps: BillingDeps,
  ref: string,
  checkoutRef: string | null = null,
): Promise<string> {
  const { database, payments, offers } = deps;
  const turn = await takeTurn(database);
  const state = await payments.readSubscription(ref);
  if (state === null) return settleVanished(deps, { ref, turn });
  if (state.isForeign) throw new RefusedPaymentError('from the other mode');
  const known = await knownOf(database, ref);
  const userId = known.userId ?? (await ownerOrEnd(deps, state));
  const sold = soldPrices(await orderedPrices(deps, userId, priceRefsOf(state)), known.prices);
  const offer = identifyPlan(state.price, sold, offers);
  const bills = identifyBills(state.bills, { bills: known.bills, sold, offers });
  const outcome = await database.transaction(async (tx) => {
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
    if (plan.checkoutRef !== null) await closeOrder(tx, payments.account, plan.checkoutRef);
    await noteSurplusPlans(tx, userId, payments.account);
    await reopenSurplusPlan(tx, state);
    await tx.query('select private.expire_grants($1)', [userId]);
    const [row] = await tx.query<{ tier: string }>('select private.follow_plan($1) as tier', [userId]);
    await grantAllowance(tx, userId, new Date());
    // After the grant: if a bill was partly refunded before it was known, takes that part of the month.
    for (const { bill } of bills) {
      if (!bill.payment) continue;
      const grants = await paidGrantsOf(tx, { userId, source: PLAN_SOURCE, ref: bill.ref });
      const paid = { userId, purchaseRef: bill.ref, payment: bill.payment, grants };
      const failed = await takeBack(tx, paid);
      await tellFailedRefunds(tx, failed, { userId, subscriptionRef: ref, events: deps.events });
    }
    if (state.endedAt !== null && state.endedAt <= new Date()) await closeAllowance(tx, userId, ref);
    tx.afterCommit(() =>
      deps.events.planSettled({ user_id: userId, item: offer.item, status: state.status }),
    );
    return `${offer.item} ${state.status}, tier ${row?.tier}`;
  });
  if (state.status === 'active') await closePlanCheckouts(deps, userId);
  await endSurplusPlans(deps, userId);
  return outcome;
}

/** Ends a plan whose buyer has left in the meantime, so that it isn't charged any longer. */
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
  /** The owner on file, even one who has left since. */
  readonly userId: string | null;
  /** Bills on file, each verified when it arrived. */
  readonly bills: ReadonlySet<string>;
  /** Prices at which it was sold, with monthly credits; null if only the price list has them. */
  readonly prices: ReadonlyMap<string, number | null>;
}

async function knownOf(database: Database, ref: string): Promise<KnownPlan> {
  const periods = await database.query<{ bill_ref: string; price_ref: string | null; credits: number }>(
    'select bill_ref, price_ref, credits from private.plan_periods where subscription_ref = $1 order by starts_at',
    [ref],
  );
  const [plan] = await database.query<{ price_ref: string; user_id: string; credits: number | null }>(
    // Periods older than this record have no price: the tier's applies.
    `select s.price_ref, s.user_id, (
       select p.credits from private.plan_periods p
       where p.subscription_ref = s.subscription_ref and p.price_ref is null and s.item like p.tier || '\\_%'
       order by p.starts_at desc limit 1) as credits
     from public.subscriptions s where s.subscription_ref = $1`,
    [ref],
  );
  const sold = periods.flatMap(({ price_ref: price, credits }) =>
    price === null ? [] : [[price, credits] as const],
  );
  return {
    userId: plan?.user_id ?? null,
    bills: new Set(periods.map((row) => row.bill_ref)),
    prices: new Map([...(plan ? [[plan.price_ref, plan.credits] as const] : []), ...sold]),
  };
}

function priceRefsOf({ price, bills }: SubscriptionState): string[] {
  const prices = [price, ...bills.flatMap(({ periods }) => periods.map((period) => period.price))];
  return prices.flatMap((one) => (one === null ? [] : [one.ref]));
}

/** A plan's record takes precedence over its order. */
function soldPrices(
  ordered: ReadonlyMap<string, number>,
  known: KnownPlan['prices'],
): ReadonlyMap<string, number | null> {
  const said = [...known].filter(([price, credits]) => credits !== null || !ordered.has(price));
  return new Map<string, number | null>([...ordered, ...said]);
}

interface IdentifiedBill {
  readonly bill: PaidBill;
  /** Null if it is on file, since its price was verified then. */
  readonly offers: readonly PlanOffer[] | null;
}

function identifyBills(
  bills: readonly PaidBill[],
  { bills: known, sold, offers }: { bills: ReadonlySet<string>; sold: KnownPlan['prices']; offers: Offers },
): IdentifiedBill[] {
  return bills.map((bill) => ({
    bill,
    offers: known.has(bill.ref) ? null : bill.periods.map(({ price }) => identifyPlan(price, sold, offers)),
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
       (user_id, item, status, paid_until, cancels_at, ended_at, is_test, account, subscription_ref, price_ref,
        started_at, price_cents, price_currency, credits)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (subscription_ref) do update set
       item = excluded.item, status = excluded.status, paid_until = excluded.paid_until,
       cancels_at = excluded.cancels_at, ended_at = excluded.ended_at, price_ref = excluded.price_ref,
       price_cents = excluded.price_cents, price_currency = excluded.price_currency, credits = excluded.credits
     where (s.item, s.status, s.paid_until, s.cancels_at, s.ended_at, s.price_ref,
            s.price_cents, s.price_currency, s.credits) is distinct from
       (excluded.item, excluded.status, excluded.paid_until, excluded.cancels_at, excluded.ended_at, excluded.price_ref,
        excluded.price_cents, excluded.price_currency, excluded.credits)`,
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
      state.startedAt,
      state.price?.cents ?? null,
      state.price?.currency ?? null,
      offer.credits,
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
    for (const [index, { price, startsAt, endsAt }] of bill.periods.entries()) {
      const offer = offers[index];
      await tx.query(
        `insert into private.plan_periods
           (bill_ref, starts_at, ends_at, user_id, subscription_ref, tier, price_ref, credits)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (bill_ref, starts_at) do nothing`,
        [bill.ref, startsAt, endsAt, userId, state.ref, offer?.tier, price.ref, offer?.credits],
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
    // A failed refund restores the time.
    await tx.query('update private.plan_periods set is_void = $2 where bill_ref = $1 and is_void <> $2', [
      bill.ref,
      isGone(bill.payment),
    ]);
  }
}
