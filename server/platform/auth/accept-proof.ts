import { DatabaseError, type Transaction } from '../db/database.ts';
import { writeAudit } from './audit.ts';
import { refusals } from './auth-error.ts';
import { clearTokens, type OneTimeTokenRow } from './one-time-tokens.ts';
import { recordProvenAddress, type UserRow, updateUser } from './users.ts';

/** Who has shown that a mail reached them. `half`: of two addresses, the other still has to be shown. */
export type Proof =
  | { readonly kind: 'proved'; readonly user: UserRow }
  | { readonly kind: 'half'; readonly user: UserRow };

export interface ProofContext {
  readonly ip: string;
  readonly now: Date;
}

/** Writes down what a used token proves. */
export function acceptProof(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  context: ProofContext,
): Promise<Proof> {
  const isChange =
    token.token_type === 'email_change_token_new' || token.token_type === 'email_change_token_current';
  return isChange ? acceptNewAddress(tx, user, token, context) : acceptAddress(tx, user, token, context);
}

async function acceptAddress(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  // The account has another address by now: whoever has the old mailbox is not who it belongs to.
  if (token.relates_to !== user.email) throw refusals.otpExpired('Email link is invalid or has expired');
  // Whatever else was on its way to this person is worthless after a proof.
  await clearTokens(tx, user.id);
  if (user.email_confirmed_at !== null) return { kind: 'proved', user };
  // A password that came with the sign-up stands or falls with the confirmation mail. Somebody who proves the address
  // in another way may never have chosen it: it may belong to whoever signed up with a foreign address.
  const isFromSignUp = token.token_type === 'confirmation_token';
  const changes = isFromSignUp ? {} : { encrypted_password: null };
  await writeAudit(tx, { action: 'user_confirmed', userId: user.id, ip, now });
  const proven = await recordProvenAddress(tx, user, { email: token.relates_to, now, changes });
  return { kind: 'proved', user: proven };
}

/** The address changes when every mail that was sent for it came back. */
async function acceptNewAddress(
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenRow,
  { ip, now }: ProofContext,
): Promise<Proof> {
  // Asked for one address and then for another, which is why no new mail replaced this one: it proves the first alone.
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
  try {
    const proven = await recordProvenAddress(tx, user, { email: user.email_change, now, changes });
    return { kind: 'proved', user: proven };
  } catch (error) {
    // Somebody else took it meanwhile. Only the owner of the mailbox learns of it.
    if (error instanceof DatabaseError && error.code === '23505') throw refusals.emailExists();
    throw error;
  }
}
