import { Secret } from 'otpauth';
import type { Runner, Transaction } from '../../db/database.ts';
import { hashToken } from '../sessions/token-hash.ts';

const COUNT = 10;
/** 80 bits can't be guessed, so an unsalted hash of a code is safe to store. */
const BYTES = 10;
const WRITTEN = /^[a-z2-7]{16}$/;

/** Creates ten codes, such as `k3fd-7qxa-mm2p-c4td`, replacing the factor's earlier ones. Only hashes are stored. */
export async function makeRecoveryCodes(tx: Transaction, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => new Secret({ size: BYTES }).base32.toLowerCase());
  await tx.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId]);
  await tx.query(
    'insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, hash from unnest($2::bytea[]) hash',
    [factorId, codes.map(hashToken)],
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Uses up a code, ignoring case, blanks and dashes. False if it isn't one of this factor's unused codes. */
export async function takeRecoveryCode(
  tx: Transaction,
  { factorId, text, now }: { factorId: string; text: string; now: Date },
): Promise<boolean> {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  if (!WRITTEN.test(code)) return false;
  const rows = await tx.query(
    `update auth.mfa_recovery_codes set used_at = $3
     where factor_id = $1 and code_hash = $2 and used_at is null returning factor_id`,
    [factorId, hashToken(code), now],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(
  runner: Runner,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const [row] = await runner.query<{ total: number; remaining: number }>(
    `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
     from auth.mfa_recovery_codes where factor_id = $1`,
    [factorId],
  );
  return row ?? { total: 0, remaining: 0 };
}
