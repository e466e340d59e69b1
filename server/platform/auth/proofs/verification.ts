import type { Transaction } from '../../db/database.ts';
import type { SignInMethod } from '../sessions/sessions.ts';
import { isBanned, lockUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import { acceptProof, type Proof } from './accept-proof.ts';
import type { OneTimeTokenRow, OneTimeTokenType } from './one-time-tokens.ts';

const EMAIL_CHANGE = ['email_change_token_new', 'email_change_token_current'] as const;

/** Verification types of the contract, and the tokens that each can mean. */
const VERIFICATIONS: ReadonlyMap<string, { tokens: readonly OneTimeTokenType[]; method: SignInMethod }> =
  new Map([
    ['signup', { tokens: ['confirmation_token'], method: 'email/signup' }],
    ['invite', { tokens: ['confirmation_token'], method: 'email/signup' }],
    ['recovery', { tokens: ['recovery_token'], method: 'recovery' }],
    ['magiclink', { tokens: ['recovery_token'], method: 'magiclink' }],
    ['email', { tokens: ['confirmation_token', 'recovery_token'], method: 'otp' }],
    ['email_change', { tokens: EMAIL_CHANGE, method: 'email_change' }],
    // Texts only carry digits, so these have no links.
    ['sms', { tokens: ['phone_token'], method: 'otp' }],
    ['phone_change', { tokens: ['phone_change_token'], method: 'otp' }],
  ]);

export function readVerification(type: string | null | undefined): {
  tokens: readonly OneTimeTokenType[];
  method: SignInMethod;
} {
  const verification = VERIFICATIONS.get(type ?? '');
  if (!verification) {
    throw refusals.invalid(`type: must be one of ${[...VERIFICATIONS.keys()].join(', ')}`);
  }
  return verification;
}

export const HALF_CHANGED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Applies a used token to its user. */
export async function proveByToken(tx: Transaction, token: OneTimeTokenRow, call: AuthCall): Promise<Proof> {
  const user = await lockUser(tx, token.user_id);
  if (!user) throw refusals.otpExpired('Email link is invalid or has expired');
  if (isBanned(user, call.now)) throw refusals.userBanned(403);
  return acceptProof(tx, user, token, { ip: call.context.ip, now: call.now });
}
