import { DatabaseError, type Transaction } from '../../db/database.ts';
import type { Address } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import { assertNoFactor, factorsOf } from '../factors/factor-rows.ts';
import { holdsOn, releaseUnprovenAccount } from '../sessions/release-unproven-account.ts';
import {
  lockUserByPhone,
  recordProvenAddress,
  type UserChanges,
  type UserRow,
  updateUser,
} from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { clearTokens, type OneTimeTokenRow } from './one-time-tokens.ts';

/** The outcome of a used token. `half`: one of two addresses is proved, the other is still pending. */
export type Proof =
  | { readonly kind: 'proved'; readonly user: UserRow }
  | { readonly kind: 'half'; readonly user: UserRow };

export interface ProofContext {
  readonly ip: string;
  readonly now: Date;
}

/** Records what a used token proves. */
export function acceptProof(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  context: ProofContext,
): Promise<Proof> {
  switch (token.token_type) {
    case 'email_change_token_new':
    case 'email_change_token_current':
      return acceptNewAddress(tx, user, token, context);
    case 'phone_token':
      return acceptNumber(tx, user, token, context);
    case 'phone_change_token':
      return acceptNewNumber(tx, user, token, context);
    case 'confirmation_token':
    case 'recovery_token':
    case 'reauthentication_token':
      return acceptAddress(tx, user, token, context);
  }
}

async function acceptAddress(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  // The account's address has changed since: the old mailbox may belong to someone else.
  if (token.relates_to !== user.email) throw refusals.otpExpired('Email link is invalid or has expired');
  // A proof invalidates all other pending tokens of the user.
  await clearTokens(tx, user.id);
  if (user.email_confirmed_at !== null) return { kind: 'proved', user };
  // A sign-up password is only trusted if the sign-up's own confirmation mail is used. Whoever proves the address in
  // another way may not have chosen it: it may be from a stranger who signed up with their address.
  const isFromSignUp = token.token_type === 'confirmation_token';
  const changes = isFromSignUp ? {} : { encrypted_password: null };
  await writeAudit(tx, { action: 'user_confirmed', userId: user.id, ip, now });
  const address: Address = { kind: 'email', value: token.relates_to };
  const proven = await recordProvenAddress(tx, user, { address, now, changes });
  return { kind: 'proved', user: proven };
}

/** Changes the address once every mail sent for the change was confirmed. */
async function acceptNewAddress(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  // The wanted address was changed again: this token only proves the first one.
  const proved = token.token_type === 'email_change_token_new' ? user.email_change : user.email;
  if (token.relates_to !== proved) throw refusals.otpExpired('Email link is invalid or has expired');
  const missing = user.email_change_confirm_status - 1;
  if (missing > 0) {
    const half = await updateUser(tx, user.id, { email_change_confirm_status: missing }, now);
    return { kind: 'half', user: half };
  }
  if (!user.email_change) throw refusals.otpExpired('Email link is invalid or has expired');
  await clearTokens(tx, user.id);
  await writeAudit(tx, { action: 'user_email_changed', userId: user.id, ip, now });
  const changes = { email_change: null, email_change_confirm_status: 0 };
  const address: Address = { kind: 'email', value: user.email_change };
  return { kind: 'proved', user: await recordUnlessTaken(tx, user, { address, now, changes }) };
}

/** Accepts a code that was sent to the account's own number. */
async function acceptNumber(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  if (token.relates_to !== user.phone) throw refusals.otpExpired('Token has expired or is invalid');
  await clearTokens(tx, user.id);
  if (user.phone_confirmed_at !== null) return { kind: 'proved', user };
  await writeAudit(tx, { action: 'user_confirmed', userId: user.id, ip, now });
  const address: Address = { kind: 'phone', value: user.phone };
  return { kind: 'proved', user: await recordProvenAddress(tx, user, { address, now }) };
}

async function acceptNewNumber(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  if (!user.phone_change || token.relates_to !== user.phone_change) {
    throw refusals.otpExpired('Token has expired or is invalid');
  }
  // The number may have become a second factor since it was requested.
  assertNoFactor(user.phone_change, await factorsOf(tx, user.id), now);
  await clearTokens(tx, user.id);
  await writeAudit(tx, { action: 'user_phone_changed', userId: user.id, ip, now });
  const holder = await lockUserByPhone(tx, user.phone_change);
  if (holder && holder.id !== user.id && !holdsOn(holder, 'phone', now)) {
    await releaseUnprovenAccount(tx, holder, 'phone', { ip, now });
  }
  const address: Address = { kind: 'phone', value: user.phone_change };
  const changes = { phone_change: null };
  return { kind: 'proved', user: await recordUnlessTaken(tx, user, { address, now, changes }) };
}

/** Stores the address unless another account has taken it since. Only the owner of the address learns of it. */
export async function recordUnlessTaken(
  tx: Transaction,
  user: UserRow,
  proved: { address: Address; now: Date; changes: UserChanges },
): Promise<UserRow> {
  try {
    return await recordProvenAddress(tx, user, proved);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '23505')) throw error;
    throw proved.address.kind === 'email' ? refusals.emailExists() : refusals.phoneExists();
  }
}
