import type { Runner } from '#server/platform/db/database.ts';
import { digestOfCode, newCode } from './code-text.ts';

export interface CodeOrder {
  /** Credits per code. */
  readonly credits: number;
  /** Number of codes. */
  readonly count: number;
  /** Number of users who may redeem each, once per user. */
  readonly uses: number;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** For the operator's own list. */
  readonly note: string;
}

/** Creates codes and returns them, for the only time that they are readable. */
export async function createCodes(runner: Runner, order: CodeOrder): Promise<string[]> {
  const codes = Array.from({ length: order.count }, newCode);
  await runner.query(
    `insert into public.redeem_codes (code_hash, credits, uses, expires_at, note)
     select decode(hash, 'hex'), $2, $3, $4, $5 from unnest($1::text[]) hash`,
    [
      codes.map((code) => digestOfCode(code).toString('hex')),
      order.credits,
      order.uses,
      order.expiresAt,
      order.note,
    ],
  );
  return codes;
}
