import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Runner, Transaction } from '../../db/database.ts';
import { refusals } from '../wire/auth-error.ts';
import type { UserCall } from '../wire/endpoint.ts';
import type { FactorRow } from './factor-rows.ts';

/** Lifetime of a second-factor challenge, and of the code texted for it. */
export const CHALLENGE_SECONDS = 300;
const MOST_WRONG_TRIES = 10;

export interface ChallengeRow {
  readonly id: string;
  readonly factor_id: string;
  readonly ip_address: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly wrong_tries: number;
  readonly web_authn_session_data: unknown;
  /** Set for a texted code. */
  readonly otp_code_hash: Buffer | null;
}

/** The challenge that a WebAuthn key has to sign. */
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
    [factor.id, context.ip, key, new Date(now.getTime() + CHALLENGE_SECONDS * 1000), now],
  );
  if (!challenge) throw new Error('no challenge was made');
  return challenge;
}

/** Creates six digits to be texted. They are only valid for this challenge. */
export async function addCode(tx: Transaction, challenge: ChallengeRow, secret: Uint8Array): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query('update auth.mfa_challenges set otp_code_hash = $2 where id = $1', [
    challenge.id,
    hashCode(challenge, code, secret),
  ]);
  return code;
}

/**
 * To be called after the newer code was texted, not before: until then the user only has that of an earlier
 * challenge.
 */
export async function dropEarlierChallenges(runner: Runner, challenge: ChallengeRow): Promise<void> {
  await runner.query('delete from auth.mfa_challenges where factor_id = $1 and (created_at, id) < ($2, $3)', [
    challenge.factor_id,
    challenge.created_at,
    challenge.id,
  ]);
}

export function isCodeOf(challenge: ChallengeRow, code: string, secret: Uint8Array): boolean {
  const { otp_code_hash: hash } = challenge;
  return hash !== null && timingSafeEqual(hash, hashCode(challenge, code, secret));
}

/** Keyed with an installation secret, so that a copy of the table alone doesn't reveal the digits. */
function hashCode({ id }: ChallengeRow, code: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${id}\n${code}`).digest();
}

/**
 * Returns the challenge, locked. Each takes one right answer and at most ten wrong ones. Throws the contract's
 * refusals.
 */
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

/** The caller must commit this although it answers with a refusal. */
export async function countWrongTry(tx: Transaction, { id }: ChallengeRow): Promise<void> {
  await tx.query('update auth.mfa_challenges set wrong_tries = wrong_tries + 1 where id = $1', [id]);
}
