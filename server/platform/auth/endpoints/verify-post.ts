import { z } from 'zod';
import { type Address, findUserByAddress } from '../address.ts';
import { type AuthError, refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { blurTime } from '../blur-time.ts';
import { type AuthCall, openEndpoint } from '../endpoint.ts';
import { phoneChangedMail } from '../mails/security-notices.ts';
import { type OneTimeTokenType, takeByCode, takeByLink } from '../one-time-tokens.ts';
import { optionalText, readEmail, readPhone } from '../request-input.ts';
import type { OpenedSession, SignInMethod } from '../sessions.ts';
import { sessionResponse, signIn } from '../sign-in.ts';
import type { UserRow } from '../users.ts';
import { HALF_CHANGED, proveByToken, readVerification } from '../verification.ts';

const body = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

type Outcome =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'half' }
  /** A value, so that a counted wrong try is committed. */
  | { readonly kind: 'refused'; readonly error: AuthError };

/** Milliseconds. For a known address a token is looked for, and that could be measured. */
const FAILURE_BLUR = 20;

interface Wanted {
  readonly tokens: readonly OneTimeTokenType[];
  readonly method: SignInMethod;
}

/** POST /verify: the digits of a mail or a text, or the token of a mail, for a session. */
export const verifyPost = openEndpoint({
  method: 'POST',
  path: '/verify',
  body,
  async handle({ body: input, ...call }, parts) {
    await parts.limits.takePeer('verifyPeer', call.context.ip);
    const wanted = readVerification(input.type);
    if (Boolean(input.token) === Boolean(input.token_hash)) {
      throw refusals.invalid('Verify requires either a token or a token hash');
    }
    if (input.token_hash && (input.email || input.phone || input.redirect_to)) {
      throw refusals.invalid('Only the token_hash and type should be provided');
    }
    const outcome = input.token_hash
      ? await verifyLink(input.token_hash, wanted, call, parts)
      : await verifyCode((input.token ?? '').replace(/\s/g, ''), addressIn(input), wanted, call, parts);
    switch (outcome.kind) {
      case 'opened':
        if (wanted.tokens.includes('phone_change_token')) tellOfNumber(outcome.opened.user, parts);
        return sessionResponse(outcome.opened, call, parts);
      case 'half':
        return Response.json({ msg: HALF_CHANGED, code: '200' });
      case 'refused':
        await blurTime(FAILURE_BLUR);
        throw outcome.error;
    }
  },
});

function verifyLink(
  linkToken: string,
  { tokens, method }: Wanted,
  call: AuthCall,
  parts: AuthParts,
): Promise<Outcome> {
  return parts.database.transaction(async (tx): Promise<Outcome> => {
    const token = await takeByLink(tx, linkToken, { types: tokens, now: call.now });
    if (!token)
      return { kind: 'refused', error: refusals.otpExpired('Email link is invalid or has expired') };
    const proof = await proveByToken(tx, token, call);
    if (proof.kind === 'half') return { kind: 'half' };
    return { kind: 'opened', opened: await signIn(tx, proof.user, method, { call, parts }) };
  });
}

function tellOfNumber({ email }: UserRow, { mail }: AuthParts): void {
  if (email !== null) mail.tell(phoneChangedMail(email, mail.sender));
}

/** Where the code went. Throws a refusal of what is neither an address nor a number. */
function addressIn({ email, phone }: z.infer<typeof body>): Address {
  if (phone) return { kind: 'phone', value: readPhone(phone) };
  return { kind: 'email', value: readEmail(email ?? '') };
}

async function verifyCode(
  code: string,
  address: Address,
  { tokens, method }: Wanted,
  call: AuthCall,
  parts: AuthParts,
): Promise<Outcome> {
  const wrong: Outcome = { kind: 'refused', error: refusals.otpExpired('Token has expired or is invalid') };
  await parts.limits.takeGuess(address.value);
  const user = await findByAddress(address, tokens, parts);
  // By all addresses of the account. One that does not count looks like a wrong one.
  if (!(await parts.limits.mayGuess(user?.id ?? address.value)) || !user) return wrong;
  return parts.database.transaction(async (tx): Promise<Outcome> => {
    const token = await takeByCode(tx, {
      userId: user.id,
      types: tokens,
      address: address.value,
      code,
      now: call.now,
      secret: parts.codeSecret,
    });
    if (!token) return wrong;
    const proof = await proveByToken(tx, token, call);
    if (proof.kind === 'half') return { kind: 'half' };
    const opened = await signIn(tx, proof.user, method, { call, parts, via: address.kind });
    return { kind: 'opened', opened };
  });
}

/** A code that went to a new address is typed together with that address, which nobody signs in with yet. */
async function findByAddress(
  address: Address,
  tokens: readonly OneTimeTokenType[],
  { database }: AuthParts,
): Promise<UserRow | undefined> {
  const isNew = tokens.includes('email_change_token_new') || tokens.includes('phone_change_token');
  if (!isNew) return findUserByAddress(database, address);
  const rows = await database.query<UserRow>(
    `select u.* from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where t.relates_to = $1 and t.token_type = any($2::text[]) and u.deleted_at is null
     order by t.created_at desc limit 1`,
    [address.value, tokens],
  );
  return rows[0];
}
