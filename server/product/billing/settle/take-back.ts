import type { Transaction } from '#server/platform/db/database.ts';
import type { FailedRefund, PaymentState, Reversal } from '#server/providers/payments/payments.ts';
import { grantAgain, type PaidGrant } from './paid-grants.ts';

export interface PaidFor {
  readonly userId: string;
  /** Reference in `purchases`. */
  readonly purchaseRef: string;
  readonly payment: PaymentState;
  readonly grants: readonly PaidGrant[];
}

/**
 * Revokes credits for each reversal once: of each grant its share of the money, as far as unspent. If the
 * payment is fully reversed, nothing of the grants remains, however many parts it took. Restores what a since
 * failed refund took. Returns refunds now first seen as failed, whether or not they had succeeded before.
 */
export async function takeBack(tx: Transaction, paid: PaidFor): Promise<readonly FailedRefund[]> {
  const { payment, purchaseRef } = paid;
  const undone = await undo(tx, paid);
  const never = await noteFailedRefunds(tx, payment);
  for (const reversal of payment.reversals) await reverse(tx, paid, reversal);
  await tx.query(
    `update public.purchases set refunded_cents = least(amount_cents, $2), is_disputed = $3
     where payment_ref = $1 and (refunded_cents, is_disputed) is distinct from (least(amount_cents, $2), $3)`,
    [purchaseRef, goneOf(payment), payment.isDisputed],
  );
  return [...undone, ...never];
}

/** Reversals that were undone, so that the money is back. */
async function undo(tx: Transaction, { userId, payment }: PaidFor): Promise<FailedRefund[]> {
  const failed = await tx.query<{ id: string; kind: Reversal['kind']; cents: number }>(
    `update private.payment_reversals set undone_at = now()
     where payment_ref = $1 and undone_at is null and id <> all ($2::text[])
     returning id, kind, amount_cents as cents`,
    [payment.ref, payment.reversals.map(({ ref }) => ref)],
  );
  for (const { id, kind } of failed) {
    await grantAgain(tx, { userId, refundRef: id, reason: reasonOf({ kind, ref: id }) });
  }
  return failed.map(({ id, cents }) => ({
    ref: id,
    cents,
    reason: payment.failedRefunds.find(({ ref }) => ref === id)?.reason ?? 'unknown',
  }));
}

/** Refunds that failed before they succeeded took nothing. Recorded so that each is reported once. */
async function noteFailedRefunds(tx: Transaction, payment: PaymentState): Promise<FailedRefund[]> {
  const noted: FailedRefund[] = [];
  for (const refund of payment.failedRefunds) {
    const rows = await tx.query(
      `insert into private.payment_reversals (id, payment_ref, kind, amount_cents, credits_revoked, undone_at)
       values ($1, $2, 'refund', $3, 0, now()) on conflict (id) do nothing returning id`,
      [refund.ref, payment.ref, refund.cents],
    );
    if (rows.length > 0) noted.push(refund);
  }
  return noted;
}

const reasonOf = ({ kind, ref }: Pick<Reversal, 'kind' | 'ref'>): string => `${kind} ${ref}`;

const goneOf = ({ reversals }: PaymentState): number => reversals.reduce((sum, { cents }) => sum + cents, 0);

/** True if the whole payment was reversed. */
export const isGone = (payment: PaymentState): boolean =>
  payment.paidCents > 0 && goneOf(payment) >= payment.paidCents;

async function reverse(
  tx: Transaction,
  { userId, payment, grants }: PaidFor,
  reversal: Reversal,
): Promise<void> {
  const [before] = await tx.query('select from private.payment_reversals where id = $1', [reversal.ref]);
  if (before) return;
  let taken = 0;
  for (const { grantIds, credits } of grants) {
    // Rounded up, so that two halves of an odd number are the whole.
    const share = isGone(payment)
      ? credits
      : Math.ceil((credits * Math.min(reversal.cents, payment.paidCents)) / payment.paidCents);
    let rest = share;
    for (const grantId of grantIds) {
      const [row] = await tx.query<{ taken: number }>(
        'select private.revoke_grant($1, $2, $3, $4) as taken',
        [userId, grantId, rest, reasonOf(reversal)],
      );
      rest -= row?.taken ?? 0;
    }
    taken += share - rest;
  }
  await tx.query(
    `insert into private.payment_reversals (id, payment_ref, kind, amount_cents, credits_revoked)
     values ($1, $2, $3, $4, $5)`,
    [reversal.ref, payment.ref, reversal.kind, reversal.cents, taken],
  );
}
