import type { Runner, Transaction } from '../../db/database.ts';
import { refusals } from '../wire/auth-error.ts';

const LIFE_SECONDS = 300;

/** A row of `auth.passkeys`. */
export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly credential: unknown;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** Oldest first. */
export function passkeysOf(runner: Runner, userId: string): Promise<PasskeyRow[]> {
  return runner.query<PasskeyRow>('select * from auth.passkeys where user_id = $1 order by created_at, id', [
    userId,
  ]);
}

/** The passkey object of the contract. */
export function toPasskeyAnswer(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    ...(passkey.friendly_name !== null && { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at,
    ...(passkey.last_used_at !== null && { last_used_at: passkey.last_used_at }),
  };
}

export interface PasskeyChallenge {
  readonly id: string;
  readonly challenge: string;
  readonly expires_at: Date;
}

/** `userId` null: a sign-in by an unknown user. */
export async function issuePasskeyChallenge(
  runner: Runner,
  { userId, challenge, now }: { userId: string | null; challenge: string; now: Date },
): Promise<PasskeyChallenge> {
  const [row] = await runner.query<PasskeyChallenge>(
    `insert into auth.passkey_challenges (user_id, challenge, expires_at) values ($1, $2, $3) returning *`,
    [userId, challenge, new Date(now.getTime() + LIFE_SECONDS * 1000)],
  );
  if (!row) throw new Error('no challenge was made');
  return row;
}

/** Takes the challenge off the table: each can be answered once, rightly or not. */
export async function takePasskeyChallenge(
  tx: Transaction,
  { id, userId, now }: { id: string; userId: string | null; now: Date },
): Promise<PasskeyChallenge> {
  const [row] = await tx.query<PasskeyChallenge>(
    'delete from auth.passkey_challenges where id = $1 and user_id is not distinct from $2 returning *',
    [id, userId],
  );
  if (!row) throw refusals.passkeyChallengeNotFound();
  if (row.expires_at <= now) throw refusals.passkeyChallengeExpired();
  return row;
}
