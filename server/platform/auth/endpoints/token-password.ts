import { z } from 'zod';
import { type Address, findUserByAddress, isProved } from '../address.ts';
import { writeAudit } from '../audit.ts';
import { AuthError, refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { blurTime } from '../blur-time.ts';
import { type AuthCall, openEndpoint } from '../endpoint.ts';
import { assertAcceptablePassword } from '../password-strength.ts';
import { normalizeEmail, normalizePhone, optionalText } from '../request-input.ts';
import type { OpenedSession } from '../sessions.ts';
import { sessionResponse, signIn } from '../sign-in.ts';
import { isBanned, lockUser, type UserRow, updateUser } from '../users.ts';

const body = z.object({ email: optionalText, phone: optionalText, password: optionalText });

/** Milliseconds; a person does not notice, and a hash takes as long. */
const FAILURE_BLUR = 20;

/** POST /token?grant_type=password: address or number, and password, for a session. */
export const tokenPassword = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=password',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    await parts.limits.takePeer('tokenPeer', call.context.ip);
    const address = readAddress(input, parts);
    if (address === undefined) throw refusals.invalidCredentials();
    await parts.limits.takeGuess(address.value);

    const password = input.password ?? '';
    const user = await findUserByAddress(parts.database, address);
    // Wrong guesses too, by all addresses of the account. One that does not count looks like a wrong one. Where nobody
    // has the address, something is counted all the same: the time to do it must not tell.
    const mayCount = await parts.limits.mayGuess(user?.id ?? address.value);
    const isRight = await parts.passwords.verify(password, user?.encrypted_password ?? null);
    if (!user || !isRight || !mayCount) {
      await recordFailure(user, call, parts);
      await blurTime(FAILURE_BLUR);
      throw refusals.invalidCredentials();
    }
    if (isBanned(user, call.now)) throw refusals.userBanned(400);
    if (!isProved(user, address)) {
      throw address.kind === 'email' ? refusals.emailNotConfirmed() : refusals.phoneNotConfirmed();
    }
    const opened = await openWithPassword(user, password, address, call, parts);
    return sessionResponse(opened, call, parts, weaknessOf(password, address.value, parts));
  },
});

/** undefined for what nobody can have. */
function readAddress({ email, phone }: z.infer<typeof body>, { texts }: AuthParts): Address | undefined {
  if (phone) {
    if (!texts.areSent) throw refusals.phoneLoginDisabled();
    const value = normalizePhone(phone);
    return value === undefined ? undefined : { kind: 'phone', value };
  }
  if (!email) throw refusals.invalid('missing email or phone');
  const value = normalizeEmail(email);
  return value === undefined ? undefined : { kind: 'email', value };
}

async function openWithPassword(
  user: UserRow,
  password: string,
  address: Address,
  call: AuthCall,
  parts: AuthParts,
): Promise<OpenedSession> {
  const isOutdated = user.encrypted_password !== null && parts.passwords.isOutdated(user.encrypted_password);
  const newHash = isOutdated ? await parts.passwords.hash(password) : null;
  return parts.database.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    // Changed or barred while the password was being checked.
    if (!current || current.encrypted_password !== user.encrypted_password || isBanned(current, call.now)) {
      throw refusals.invalidCredentials();
    }
    if (newHash !== null) await updateUser(tx, user.id, { encrypted_password: newHash }, call.now);
    return signIn(tx, current, 'password', { call, parts, via: address.kind });
  });
}

/** Also written when nobody has the address or number: the time to write it must not tell. */
function recordFailure(
  user: UserRow | undefined,
  { context, now }: AuthCall,
  parts: AuthParts,
): Promise<void> {
  return parts.database.transaction((tx) =>
    writeAudit(tx, { action: 'login_failed', userId: user?.id ?? null, ip: context.ip, now }),
  );
}

/** A password that would be refused today still opens, and the client is told to ask for a better one. */
function weaknessOf(password: string, address: string, { settings }: AuthParts): object {
  try {
    assertAcceptablePassword(password, { email: address, brandName: settings.brandName });
    return {};
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { weak_password: { message: error.message, reasons: error.weakPassword ?? [] } };
  }
}
