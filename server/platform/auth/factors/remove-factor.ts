import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import { type FactorRow, factorsOf, isRecoverySet, isStrong } from './factor-rows.ts';

/**
 * Removes a factor of somebody whom the caller has locked. Sessions that it raised fall back, and recovery codes that
 * stand in for nothing any more go with it: alone they would ask for what nobody can show.
 */
export async function removeFactor(
  tx: Transaction,
  factor: FactorRow,
  { ip, now }: { readonly ip: string; readonly now: Date },
): Promise<void> {
  await removeRow(tx, factor, now);
  const left = await factorsOf(tx, factor.user_id);
  const set = left.find(isRecoverySet);
  if (set && !left.some(isStrong)) await removeRow(tx, set, now);
  await writeAudit(tx, { action: 'factor_removed', userId: factor.user_id, ip, now });
}

async function removeRow(tx: Transaction, { id, user_id }: FactorRow, now: Date): Promise<void> {
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3 where user_id = $1 and factor_id = $2`,
    [user_id, id, now],
  );
  await tx.query('delete from auth.mfa_factors where id = $1', [id]);
}
