import type { Runner } from '#server/platform/db/database.ts';
import { digestOfCode, newCode } from './code-text.ts';

export interface CodeOrder {
  /** What each is worth. */
  readonly credits: number;
  /** How many codes. */
  readonly count: number;
  /** How many people may redeem each, once per person. */
  readonly uses: number;
  /** null: never. */
  readonly expiresAt: Date | null;
  /** For the operator's own list. */
  readonly note: string;
}

/** Makes codes and answers with them: the only time that they can be read. */
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
