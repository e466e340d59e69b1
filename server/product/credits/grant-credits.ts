import type { Transaction } from '#server/platform/db/database.ts';

export interface CreditGrant {
  readonly userId: string;
  readonly kind: 'welcome' | 'monthly' | 'pack' | 'redeem' | 'operator';
  readonly amount: number;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Source of the grant: a namespace, and a reference in it. */
  readonly source: string;
  readonly sourceRef: string;
}

/** Grants credits once per source. Returns false, without effect, if the source was granted before. */
export async function grantCredits(tx: Transaction, grant: CreditGrant): Promise<boolean> {
  const [row] = await tx.query<{ granted: boolean }>(
    'select private.grant_credits($1, $2, $3, $4, $5, $6) as granted',
    [grant.userId, grant.kind, grant.amount, grant.expiresAt, grant.source, grant.sourceRef],
  );
  return row?.granted === true;
}
