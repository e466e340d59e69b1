import { ask, type Question } from '../../db/ask-together.ts';
import type { Runner, Transaction } from '../../db/database.ts';
import { lockUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';

/** Factors that users enrol one by one; recovery codes are handled separately. */
export const ENROLLED_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof ENROLLED_TYPES)[number] | 'recovery_code';

/** A row of `auth.mfa_factors`. */
export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorType;
  readonly status: 'unverified' | 'verified';
  readonly secret: Buffer | null;
  readonly phone: string | null;
  readonly web_authn_credential: unknown;
  readonly web_authn_aaguid: string | null;
  readonly last_challenged_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Oldest first. */
export function factorsOf(runner: Runner, userId: string): Promise<FactorRow[]> {
  return ask(runner, factorsQuestion(userId));
}

export function factorsQuestion(userId: string): Question<FactorRow> {
  return {
    text: 'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    values: [userId],
  };
}

/** Lifetime of an unfinished enrolment. */
export const UNVERIFIED_SECONDS = 300;

export function isAbandoned({ status, created_at }: FactorRow, now: Date): boolean {
  return status === 'unverified' && now.getTime() - created_at.getTime() > UNVERIFIED_SECONDS * 1000;
}

/** Throws if a number that is to sign in is already a second factor: one phone would provide both. */
export function assertNoFactor(phone: string, factors: readonly FactorRow[], now: Date): void {
  if (factors.some((factor) => factor.phone === phone && !isAbandoned(factor, now))) {
    throw refusals.oneNumberTwice();
  }
}

/**
 * Returns undefined for another user's factor as well as an unknown one. Locks the user first, so that counting
 * factors and changing them can't race.
 */
export async function lockFactor(
  tx: Transaction,
  { factorId, userId }: { factorId: string; userId: string },
): Promise<FactorRow | undefined> {
  await lockUser(tx, userId);
  const rows = await tx.query<FactorRow>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2 for update',
    [factorId, userId],
  );
  return rows[0];
}

/** True for a verified factor other than recovery codes, which only replace another one. */
export function isStrong({ status, factor_type }: FactorRow): boolean {
  return status === 'verified' && factor_type !== 'recovery_code';
}

export const isRecoverySet = ({ factor_type }: FactorRow): boolean => factor_type === 'recovery_code';

/** The factor object of the contract, without its secrets. */
export function toFactorAnswer(factor: FactorRow): Record<string, unknown> {
  const answer = {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name,
    factor_type: factor.factor_type,
    phone: factor.phone,
    last_challenged_at: factor.last_challenged_at,
    web_authn_aaguid: factor.web_authn_aaguid,
  };
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
}
