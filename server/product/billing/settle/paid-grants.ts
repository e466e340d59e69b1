import type { Transaction } from '#server/platform/db/database.ts';
import { grantCredits } from '../../credits/grant-credits.ts';

/** Separates the reference of a payment from that of the failed refund for which it was granted again. */
const AGAIN = ' again ';

/** Grants for one item: the first, and any after failed refunds. */
export interface PaidGrant {
  /** In the order of granting. */
  readonly grantIds: readonly string[];
  /** Originally granted for the payment. */
  readonly credits: number;
}

/** All grants of a payment or bill, whose reference is the first word of theirs. */
export async function paidGrantsOf(
  tx: Transaction,
  { userId, source, ref }: { userId: string; source: string; ref: string },
): Promise<readonly PaidGrant[]> {
  const rows = await tx.query<{ id: string; amount: number; source_ref: string }>(
    `select id, amount, source_ref from public.credit_grants
     where user_id = $1 and source = $2 and split_part(source_ref, ' ', 1) = $3 order by created_at, id`,
    [userId, source, ref],
  );
  const of = Map.groupBy(rows, (row) => row.source_ref.split(AGAIN)[0]);
  return [...of.values()].map((grants) => ({
    grantIds: grants.map(({ id }) => id),
    credits: grants[0]?.amount ?? 0,
  }));
}

interface TakenPart {
  readonly kind: 'pack' | 'monthly';
  readonly credits: number;
  readonly source: string;
  readonly source_ref: string;
  readonly expires_at: Date | null;
}

/**
 * Restores what a failed refund had taken, for as long as it would have been valid, unless a better allowance
 * has replaced it since.
 */
export async function grantAgain(
  tx: Transaction,
  { userId, refundRef, reason }: { userId: string; refundRef: string; reason: string },
): Promise<void> {
  const parts = await tx.query<TakenPart>(
    `select g.kind, -e.amount as credits, g.source, g.source_ref, g.expires_at
     from public.credit_entries e
     join public.credit_grants g on g.id = e.grant_id
     join private.credit_balances b on b.grant_id = g.id
     where e.user_id = $1 and e.kind = 'revoke' and e.reason = $2`,
    [userId, reason],
  );
  for (const { kind, credits, source, source_ref: sourceRef, expires_at: expiresAt } of parts) {
    const again = `${sourceRef}${AGAIN}${refundRef}`;
    await grantCredits(tx, { userId, kind, amount: credits, expiresAt, source, sourceRef: again });
  }
}
