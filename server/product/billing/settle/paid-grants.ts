import type { Transaction } from '#server/platform/db/database.ts';
import { grantCredits } from '../../credits/grant-credits.ts';

/** Between what was paid for and the failed refund for which it was granted again. */
const AGAIN = ' again ';

/** What was granted for one thing: the first time, and again after refunds that failed. */
export interface PaidGrant {
  /** In the order in which they were granted. */
  readonly grantIds: readonly string[];
  /** What was granted for the payment. */
  readonly credits: number;
}

/** All that a payment or bill has brought. Its reference is the first word of those of its grants. */
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
 * Grants again what a refund had taken, which has failed after all: as long as it would have been valid, and not in
 * place of an allowance that a better one has replaced since.
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
