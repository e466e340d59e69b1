import type { Transaction } from '../../db/database.ts';
import { addressOf } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertReallyThem, isPresent, type Proof } from '../proofs/assert-really-them.ts';
import { clearTokens } from '../proofs/one-time-tokens.ts';
import { endSessions } from '../sessions/sessions.ts';
import { updateUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { UserCall } from '../wire/endpoint.ts';
import { assertAcceptablePassword } from './password-strength.ts';

export interface PasswordChange extends Proof {
  readonly password: string;
}

/** Checks the change and hashes the new password, outside any transaction, since hashing is slow. Throws refusals. */
export async function preparePassword(
  change: PasswordChange,
  call: UserCall,
  parts: AuthParts,
): Promise<string> {
  const { user } = call;
  const address = addressOf(user);
  if (address === null) {
    throw refusals.unprocessable(
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  await assertAcceptablePassword(change.password, { ...parts.settings, email: address.value });
  await assertReallyThem(change, call, parts);
  if (await isPresent(change.password, user, parts)) throw refusals.samePassword();
  return parts.passwords.hash(change.password);
}

/** Stores the password, ends the user's other sessions and invalidates pending tokens. Returns the ended sessions. */
export async function storePassword(
  tx: Transaction,
  passwordHash: string,
  { user, session, now, context }: UserCall,
): Promise<string[]> {
  await updateUser(tx, user.id, { encrypted_password: passwordHash }, now);
  await clearTokens(tx, user.id);
  await writeAudit(tx, { action: 'user_updated_password', userId: user.id, ip: context.ip, now });
  return endSessions(tx, 'others', { userId: user.id, sessionId: session.id });
}
