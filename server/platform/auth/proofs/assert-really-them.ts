import { addressOf } from '../addresses/address.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type MethodUsed, methodsOf } from '../sessions/sessions.ts';
import type { UserRow } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { UserCall } from '../wire/endpoint.ts';
import { takeByCode } from './one-time-tokens.ts';

/** What somebody shows to prove that they are the owner of the account that is signed in. */
export interface Proof {
  readonly currentPassword: string | null;
  /** Digits from the mail or text of `/reauthenticate`. */
  readonly nonce: string | null;
}

/** A session that somebody else finds open, or steals, must not be enough to take the account over. */
const FRESH_SECONDS = 300;
/** Whoever came by a recovery link is choosing a password right now, and may take a while. */
const FRESH_AFTER_RECOVERY_SECONDS = 900;

/** In front of what cannot be taken back: the password, a mailed code, or a sign-in of just now. Throws refusals. */
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
    // A transaction of its own, so that a wrong try is counted.
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
