import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import type { TestUser } from './factories.ts';

export interface Credits {
  readonly credits_limit: number;
  readonly credits_used: number;
}

/** What the person is shown: the profile's mirror of the ledger. */
export async function creditsOf(database: Database, user: TestUser): Promise<Credits> {
  const [row] = await database.query<Credits>(
    'select credits_limit, credits_used from public.profiles where id = $1',
    [user.id],
  );
  if (!row) throw new Error('there is no profile');
  return row;
}

export async function creditsUsed(database: Database, user: TestUser): Promise<number> {
  return (await creditsOf(database, user)).credits_used;
}

/** Charges a run as a delegation does. False where nothing is left to spend. */
export async function takeCredit(database: Database, user: TestUser, run = randomUUID()): Promise<boolean> {
  const [row] = await database.query<{ taken: boolean }>('select private.take_credit($1, $2) as taken', [
    user.id,
    run,
  ]);
  return row?.taken === true;
}

/** As the end of a run does that earned nothing. False where the run was not charged, or has its credit back. */
export async function giveCreditBack(database: Database, run: string, reason = 'failed'): Promise<boolean> {
  const [row] = await database.query<{ back: boolean }>('select private.give_credit_back($1, $2) as back', [
    run,
    reason,
  ]);
  return row?.back === true;
}

/** Lets all grants of a user that have an end run out, as time would. */
export async function letGrantsRunOut(database: Database, user: TestUser): Promise<void> {
  await database.query(
    "update private.credit_balances set expires_at = now() - interval '1 second' where user_id = $1 and expires_at is not null",
    [user.id],
  );
}
