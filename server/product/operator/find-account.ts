import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { OperatorError } from './operator-act.ts';

/** How an operator names somebody: by address or by id. */
export const person = z.string().trim().min(1, 'must be an e-mail address or an id').max(320);

/** The id of exactly one account. Throws OperatorError where there is none, or an address that two have. */
export async function findAccount(tx: Transaction, who: string): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    'select id from auth.users where deleted_at is null and (id::text = lower($1) or email = lower($1)) limit 2',
    [who],
  );
  const [found, other] = rows;
  if (!found) throw new OperatorError(`There is no account ${who}.`);
  if (other) throw new OperatorError(`Several accounts have the address ${who}: name one by its id.`);
  return found.id;
}
