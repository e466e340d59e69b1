import type { Transaction } from '#server/platform/db/database.ts';

export interface CreditGrant {
  readonly userId: string;
  readonly kind: 'welcome' | 'monthly' | 'pack' | 'redeem' | 'operator';
  readonly amount: number;
  /** null: never. */
  readonly expiresAt: Date | null;
  /** What it is granted for: a namespace, and the reference in it. */
  readonly source: string;
  readonly sourceRef: string;
}

/** False when credits were granted for this source before: then nothing has happened. */
export async function grantCredits(tx: Transaction, grant: CreditGrant): Promise<boolean> {
  const [row] = await tx.query<{ granted: boolean }>(
    'select private.grant_credits($1, $2, $3, $4, $5, $6) as granted',
    [grant.userId, grant.kind, grant.amount, grant.expiresAt, grant.source, grant.sourceRef],
  );
  return row?.granted === true;
}
