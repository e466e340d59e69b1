import { z } from 'zod';
import { normalizePhone } from '#server/platform/auth/wire/request-input.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { OperatorError } from './operator-act.ts';

/** How an operator names a user: by address, phone number or id. */
export const person = z.string().trim().min(1, 'must be an email address, a phone number or an id').max(320);

/** Id of exactly one account. Throws OperatorError if there is none or several. */
export async function findAccount(tx: Transaction, who: string): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    `select id from auth.users
     where deleted_at is null and (id::text = lower($1) or email = lower($1) or phone = $2) limit 2`,
    [who, normalizePhone(who) ?? null],
  );
  const [found, other] = rows;
  if (!found) throw new OperatorError(`No account found for ${who}.`);
  if (other) throw new OperatorError(`Several accounts match ${who}. Use an id instead.`);
  return found.id;
}
