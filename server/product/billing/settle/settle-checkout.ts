import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { CheckoutState, FailedRefund, PaymentState } from '#server/providers/payments/payments.ts';
import { grantCredits } from '../../credits/grant-credits.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { closeOrder, orderOf } from '../checkout/checkout-orders.ts';
import { ownerOf } from '../checkout/customers.ts';
import { identifyPack, type PackTerms } from '../checkout/identify-offer.ts';
import { paidGrantsOf } from './paid-grants.ts';
import { RefusedPaymentError } from './refused-payment.ts';
import { settleSubscription } from './settle-subscription.ts';
import { isNewest, takeTurn } from './settlement-turn.ts';
import { takeBack } from './take-back.ts';

/** Source of grants for packs: one grant per payment. */
const SOURCE = 'payment';

/**
 * Reads a checkout from the provider and reconciles credits and plan with it. Idempotent, whatever triggered
 * it.
 */
export async function settleCheckout(deps: BillingDeps, ref: string): Promise<string> {
  const { database, payments, events } = deps;
  const turn = await takeTurn(database);
  const checkout = await payments.readCheckout(ref);
  if (checkout === null) throw new RefusedPaymentError('unknown to the provider');
  if (checkout.isForeign) throw new RefusedPaymentError('from the other mode');
  if (checkout.subscriptionRef !== null) {
    return settleSubscription(deps, checkout.subscriptionRef, checkout.ref);
  }
  const { payment } = checkout;
  // Not paid, or not yet: another event follows if that changes.
  if (!checkout.isPaid || payment === null) return 'not paid';
  // A purchase on file was verified when it arrived: a price change since doesn't invalidate its refund.
  const known = await knownPurchase(database, payment.ref);
  const offer = known?.offer ?? identifyPack(checkout, deps, await orderOf(deps, checkout.ref));
  const userId = known?.userId ?? (await ownerOf(deps, checkout));
  return database.transaction(async (tx) => {
    await tx.query('select private.lock_user($1)', [userId]);
    if (!(await isNewest(tx, { account: payments.account, subjectRef: ref, turn }))) return 'seen newer';
    await closeOrder(tx, payments.account, checkout.ref);
    const { granted, failedRefunds } = await recordPack(tx, {
      userId,
      offer,
      checkout,
      payment,
      isTest: isTest(deps),
    });
    for (const { ref: refund, cents, reason } of failedRefunds)
      tx.afterCommit(() => events.refundFailed({ user_id: userId, refund, cents, reason }));
    if (granted) tx.afterCommit(() => events.packBought({ user_id: userId, item: offer.item }));
    return granted ? `granted ${offer.credits}` : 'settled before';
  });
}

async function knownPurchase(
  database: Database,
  paymentRef: string,
): Promise<{ userId: string; offer: PackTerms } | null> {
  const [row] = await database.query<PackTerms & { user_id: string }>(
    `select p.user_id, p.item, p.amount_cents as cents, p.currency, g.amount as credits
     from public.purchases p join public.credit_grants g on g.source = $2 and g.source_ref = p.payment_ref
     where p.payment_ref = $1`,
    [paymentRef, SOURCE],
  );
  return row ? { userId: row.user_id, offer: row } : null;
}

/** No money moves in the provider's test mode. */
export const isTest = ({ payments }: Pick<BillingDeps, 'payments'>): boolean =>
  payments.account !== 'stripe_live';

interface BoughtPack {
  readonly userId: string;
  readonly offer: PackTerms;
  readonly checkout: CheckoutState;
  readonly payment: PaymentState;
  readonly isTest: boolean;
}

async function recordPack(
  tx: Transaction,
  bought: BoughtPack,
): Promise<{ granted: boolean; failedRefunds: readonly FailedRefund[] }> {
  const { userId, offer, checkout, payment } = bought;
  await tx.query(
    `insert into public.purchases (user_id, item, amount_cents, currency, is_test, payment_ref, checkout_ref, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (payment_ref) do nothing`,
    [
      userId,
      offer.item,
      payment.paidCents,
      checkout.currency,
      bought.isTest,
      payment.ref,
      checkout.ref,
      checkout.happenedAt,
    ],
  );
  const granted = await grantCredits(tx, {
    userId,
    kind: 'pack',
    amount: offer.credits,
    expiresAt: null,
    source: SOURCE,
    sourceRef: payment.ref,
  });
  const grants = await paidGrantsOf(tx, { userId, source: SOURCE, ref: payment.ref });
  const failedRefunds = await takeBack(tx, { userId, purchaseRef: payment.ref, payment, grants });
  return { granted, failedRefunds };
}
