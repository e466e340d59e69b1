import type { Transaction } from '../db/database.ts';
import { writeAudit } from './audit.ts';
import { refusals } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import type { UserCall } from './endpoint.ts';
import { clearTokens, takeByCode } from './one-time-tokens.ts';
import { assertAcceptablePassword } from './password-strength.ts';
import { endSessions, type MethodUsed, methodsOf } from './sessions.ts';
import { type UserRow, updateUser } from './users.ts';

export interface PasswordChange {
  readonly password: string;
  readonly currentPassword: string | null;
  /** Digits from the mail of `/reauthenticate`. */
  readonly nonce: string | null;
}

/** A session that somebody else finds open, or steals, must not be enough to take the account over. */
const FRESH_SECONDS = 300;
/** Whoever came by a recovery link is choosing a password right now, and may take a while. */
const FRESH_AFTER_RECOVERY_SECONDS = 900;

/** Checks the change and hashes the new password, before any transaction: hashing takes long. Throws refusals. */
export async function preparePassword(
  change: PasswordChange,
  call: UserCall,
  parts: AuthParts,
): Promise<string> {
  const { user } = call;
  if (user.email === null) {
    throw refusals.unprocessable('Updating password of an anonymous user without an email is not allowed');
  }
  assertAcceptablePassword(change.password, { email: user.email, brandName: parts.settings.brandName });
  await assertReallyThem(change, user.email, call, parts);
  if (await isPresent(change.password, user, parts)) throw refusals.samePassword();
  return parts.passwords.hash(change.password);
}

/** Other devices are signed out, and no mail that is still on its way opens anything. Returns the ended sessions. */
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

async function assertReallyThem(
  { currentPassword, nonce }: PasswordChange,
  email: string,
  call: UserCall,
  parts: AuthParts,
): Promise<void> {
  const { user, session, now } = call;
  if (currentPassword !== null) {
    await parts.limits.takeGuess(email);
    if (!(await isPresent(currentPassword, user, parts))) throw refusals.currentPasswordInvalid();
    return;
  }
  if (nonce !== null) {
    await parts.limits.takeGuess(email);
    // A transaction of its own, so that a wrong try is counted.
    const token = await parts.database.transaction((tx) =>
      takeByCode(tx, {
        userId: user.id,
        types: ['reauthentication_token'],
        address: email,
        code: nonce,
        now,
        secret: parts.codeSecret,
      }),
    );
    if (!token) throw refusals.reauthenticationNotValid();
    return;
  }
  if (!isFresh(await methodsOf(parts.database, session.id), now)) throw refusals.reauthenticationNeeded();
}

function isFresh(methods: readonly MethodUsed[], now: Date): boolean {
  return methods.some(({ method, timestamp }) => {
    const limit = method === 'recovery' ? FRESH_AFTER_RECOVERY_SECONDS : FRESH_SECONDS;
    return now.getTime() / 1000 - timestamp <= limit;
  });
}

async function isPresent(password: string, user: UserRow, { passwords }: AuthParts): Promise<boolean> {
  return user.encrypted_password !== null && passwords.verify(password, user.encrypted_password);
}
