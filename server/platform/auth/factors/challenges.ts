import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { refusals } from '../auth-error.ts';
import type { UserCall } from '../endpoint.ts';
import type { FactorRow } from './factor-rows.ts';

const LIFE_SECONDS = 300;
const MOST_WRONG_TRIES = 10;

export interface ChallengeRow {
  readonly id: string;
  readonly factor_id: string;
  readonly ip_address: string;
  readonly expires_at: Date;
  readonly wrong_tries: number;
  readonly web_authn_session_data: unknown;
}

/** What the key on the device has to sign, for factors of that kind. */
const keyChallenge = z.object({ challenge: z.string(), type: z.enum(['create', 'request']) });
export type KeyChallenge = z.infer<typeof keyChallenge>;

export const readKeyChallenge = (row: ChallengeRow): KeyChallenge =>
  keyChallenge.parse(row.web_authn_session_data);

export async function issueChallenge(
  tx: Transaction,
  { factor, key }: { factor: FactorRow; key: KeyChallenge | null },
  { now, context }: UserCall,
): Promise<ChallengeRow> {
  await tx.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, now]);
  const [challenge] = await tx.query<ChallengeRow>(
    `insert into auth.mfa_challenges (factor_id, ip_address, web_authn_session_data, expires_at, created_at)
     values ($1, $2, $3, $4, $5) returning *`,
    [factor.id, context.ip, key, new Date(now.getTime() + LIFE_SECONDS * 1000), now],
  );
  if (!challenge) throw new Error('no challenge was made');
  return challenge;
}

/** The challenge, locked; each may be answered rightly once, and wrongly ten times. Throws the contract's refusals. */
export async function lockChallenge(
  tx: Transaction,
  { id, factor }: { id: string; factor: FactorRow },
  { now, context }: UserCall,
): Promise<ChallengeRow> {
  const [challenge] = await tx.query<ChallengeRow>(
    'select * from auth.mfa_challenges where id = $1 and factor_id = $2 for update',
    [id, factor.id],
  );
  if (!challenge) throw refusals.challengeNotFound();
  if (challenge.expires_at <= now || challenge.wrong_tries >= MOST_WRONG_TRIES)
    throw refusals.challengeExpired();
  if (challenge.ip_address !== context.ip) throw refusals.challengeElsewhere();
  return challenge;
}

/** The caller must let this be committed although it answers with a refusal. */
export async function countWrongTry(tx: Transaction, { id }: ChallengeRow): Promise<void> {
  await tx.query('update auth.mfa_challenges set wrong_tries = wrong_tries + 1 where id = $1', [id]);
}
