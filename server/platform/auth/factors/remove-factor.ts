import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import { type FactorRow, factorsOf, isRecoverySet, isStrong } from './factor-rows.ts';

interface Removal {
  readonly ip: string;
  readonly now: Date;
  /** The requesting session; null for an operator. */
  readonly sessionId: string | null;
}

/**
 * Removes a factor of a user locked by the caller, and the recovery codes if no other factor remains: on their own
 * they would demand a proof nobody can give. Sessions raised by the factor drop to `aal1`; if another factor remains,
 * they end instead, except for the caller's: at `aal1` they would be useless but for their tokens. Returns the ids of
 * the ended ones.
 */
export async function removeFactor(tx: Transaction, factor: FactorRow, removal: Removal): Promise<string[]> {
  const { user_id } = factor;
  const left = (await factorsOf(tx, user_id)).filter(({ id }) => id !== factor.id);
  const hasOtherFactor = left.some(isStrong);
  const ended = hasOtherFactor ? await endRaisedBy(tx, factor, removal) : [];
  await removeRow(tx, factor, removal.now);
  const set = left.find(isRecoverySet);
  if (set && !hasOtherFactor) await removeRow(tx, set, removal.now);
  await writeAudit(tx, { action: 'factor_removed', userId: user_id, ip: removal.ip, now: removal.now });
  return ended;
}

async function endRaisedBy(
  tx: Transaction,
  { id, user_id }: FactorRow,
  { sessionId }: Removal,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from auth.sessions
     where user_id = $1 and factor_id = $2 and id is distinct from $3::uuid returning id`,
    [user_id, id, sessionId],
  );
  return rows.map((session) => session.id);
}

async function removeRow(tx: Transaction, { id, user_id }: FactorRow, now: Date): Promise<void> {
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3 where user_id = $1 and factor_id = $2`,
    [user_id, id, now],
  );
  await tx.query('delete from auth.mfa_factors where id = $1', [id]);
}
