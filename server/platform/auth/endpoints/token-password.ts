import { z } from 'zod';
import { ask } from '../../db/ask-together.ts';
import { DatabaseError, type Statement } from '../../db/database.ts';
import { type Address, isProved, userByAddress } from '../addresses/address.ts';
import { auditEntry } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertAcceptablePassword } from '../passwords/password-strength.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { sessionResponse, signIn } from '../sessions/sign-in.ts';
import { isBanned, type UserRow, userUpdate } from '../sessions/users.ts';
import { AuthError, refusals } from '../wire/auth-error.ts';
import { type AuthCall, openEndpoint } from '../wire/endpoint.ts';
import { normalizeEmail, normalizePhone, optionalText } from '../wire/request-input.ts';
import { timingJitter } from '../wire/timing-jitter.ts';

const body = z.object({ email: optionalText, phone: optionalText, password: optionalText });

/** Milliseconds of random delay: unnoticeable to a person, and as long as a hash takes. */
const FAILURE_JITTER_MS = 20;

/**
 * POST /token?grant_type=password: exchanges address or number, and password, for a session. Three database round
 * trips and one hash, whether or not the password is right.
 */
export const tokenPassword = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=password',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    const { ip } = call.context;
    const address = readAddress(input, parts);
    if (address instanceof AuthError) {
      await parts.limits.takePeer('tokenPeer', ip);
      throw address;
    }
    const password = input.password ?? '';
    const opened = await parts.passwords.admit(async () => {
      const user = await checkPassword(password, address, call, parts);
      return openWithPassword(user, password, address, call, parts);
    });
    return sessionResponse(opened, call, parts, await weaknessOf(password, address.value, parts));
  },
});

/** An invalid address is returned as an error rather than thrown, so that it is counted like any other request. */
function readAddress({ email, phone }: z.infer<typeof body>, { texts }: AuthParts): Address | AuthError {
  if (phone) {
    if (!texts.areSent) return refusals.phoneLoginDisabled();
    const value = normalizePhone(phone);
    return value === undefined ? refusals.invalidCredentials() : { kind: 'phone', value };
  }
  if (!email) return refusals.invalid('missing email or phone');
  const value = normalizeEmail(email);
  return value === undefined ? refusals.invalidCredentials() : { kind: 'email', value };
}

/** Returns the account with this address and password. Throws refusals. */
async function checkPassword(
  password: string,
  address: Address,
  call: AuthCall,
  parts: AuthParts,
): Promise<UserRow> {
  const guess = { limit: 'tokenPeer', ip: call.context.ip, address: address.value } as const;
  const [user] = await parts.limits.takePeerGuess(guess, userByAddress(address));
  // Counts attempts, by all addresses of the account; beyond the limit, the answer is that for a wrong password. An
  // unknown address is counted as well: the timing must not reveal it.
  const mayCount = await parts.limits.mayGuess(user?.id ?? address.value);
  const isRight = await parts.passwords.verify(password, user?.encrypted_password ?? null);
  if (!user || !isRight || !mayCount) {
    await recordFailure(user, call, parts);
    await timingJitter(FAILURE_JITTER_MS);
    throw refusals.invalidCredentials();
  }
  if (isBanned(user, call.now)) throw refusals.userBanned(400);
  if (!isProved(user, address)) {
    throw address.kind === 'email' ? refusals.emailNotConfirmed() : refusals.phoneNotConfirmed();
  }
  return user;
}

async function openWithPassword(
  user: UserRow,
  password: string,
  address: Address,
  call: AuthCall,
  parts: AuthParts,
): Promise<OpenedSession> {
  const isOutdated = user.encrypted_password !== null && parts.passwords.isOutdated(user.encrypted_password);
  const first: Statement[] = [
    {
      text: 'select auth.lock_as_checked($1, $2, $3)',
      values: [user.id, user.encrypted_password, call.now],
    },
  ];
  if (isOutdated) {
    first.push(userUpdate(user.id, { encrypted_password: await parts.passwords.hash(password) }, call.now));
  }
  try {
    return await signIn(parts.database, user, 'password', { call, parts, via: address.kind, first });
  } catch (error) {
    // Changed or banned while the password was being verified.
    if (error instanceof DatabaseError && error.code === 'AU001') throw refusals.invalidCredentials();
    throw error;
  }
}

/** Also written for an unknown address or number: the timing must not reveal it. */
async function recordFailure(
  user: UserRow | undefined,
  { context, now }: AuthCall,
  { database }: AuthParts,
): Promise<void> {
  await ask(database, auditEntry({ action: 'login_failed', userId: user?.id ?? null, ip: context.ip, now }));
}

/** A password that would be rejected today still works, and the client is told to ask for a better one. */
async function weaknessOf(password: string, address: string, { settings }: AuthParts): Promise<object> {
  try {
    await assertAcceptablePassword(password, { ...settings, email: address });
    return {};
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { weak_password: { message: error.message, reasons: error.weakPassword ?? [] } };
  }
}
