import { addressOf } from '../addresses/address.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type MethodUsed, methodsOf } from '../sessions/sessions.ts';
import type { UserRow } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { UserCall } from '../wire/endpoint.ts';
import { takeByCode } from './one-time-tokens.ts';

/** Proof that the caller is the account's owner. */
export interface Proof {
  readonly currentPassword: string | null;
  /** Code from the mail or text of `/reauthenticate`. */
  readonly nonce: string | null;
}

/** An unattended or stolen session must not be enough to take the account over. */
const FRESH_SECONDS = 300;
/** Longer after a recovery link, since the user is choosing a new password. */
const FRESH_AFTER_RECOVERY_SECONDS = 900;

/** Required for irreversible changes: the password, a mailed code, or a recent sign-in. Throws refusals. */
export async function assertReallyThem(
  { currentPassword, nonce }: Proof,
  { user, session, now }: Pick<UserCall, 'user' | 'session' | 'now'>,
  parts: AuthParts,
): Promise<void> {
  if (currentPassword !== null) {
    await parts.limits.takeOwnGuess(user.id);
    if (!(await isPresent(currentPassword, user, parts))) throw refusals.currentPasswordInvalid();
    return;
  }
  if (nonce !== null) {
    await parts.limits.takeOwnGuess(user.id);
    // In its own transaction, so that a failed attempt is counted.
    const token = await parts.database.transaction((tx) =>
      takeByCode(tx, {
        userId: user.id,
        types: ['reauthentication_token'],
        address: addressOf(user)?.value ?? '',
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

export async function isPresent(password: string, user: UserRow, { passwords }: AuthParts): Promise<boolean> {
  return user.encrypted_password !== null && passwords.verify(password, user.encrypted_password);
}
