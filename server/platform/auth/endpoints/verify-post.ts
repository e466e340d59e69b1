import { z } from 'zod';
import type { Question } from '../../db/ask-together.ts';
import { type Address, userByAddress } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { phoneChangedMail } from '../mails/security-notices.ts';
import { type OneTimeTokenType, takeByCode, takeByLink } from '../proofs/one-time-tokens.ts';
import { HALF_CHANGED, proveByToken, readVerification } from '../proofs/verification.ts';
import type { OpenedSession, SignInMethod } from '../sessions/sessions.ts';
import { sessionResponse, signIn } from '../sessions/sign-in.ts';
import type { UserRow } from '../sessions/users.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';
import { type AuthCall, openEndpoint } from '../wire/endpoint.ts';
import { optionalText, readEmail, readPhone } from '../wire/request-input.ts';
import { timingJitter } from '../wire/timing-jitter.ts';

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
  /** A value rather than an exception, so that a counted wrong attempt is committed. */
  | { readonly kind: 'refused'; readonly error: AuthError };

/** Milliseconds of random delay, because reading an existing row takes measurably longer than finding none. */
const FAILURE_JITTER_MS = 20;
/** An id without account and tokens. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Wanted {
  readonly tokens: readonly OneTimeTokenType[];
  readonly method: SignInMethod;
}

/** POST /verify: exchanges the code of a mail or text, or the token of a mail, for a session. */
export const verifyPost = openEndpoint({
  method: 'POST',
  path: '/verify',
  body,
  async handle({ body: input, ...call }, parts) {
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
        await timingJitter(FAILURE_JITTER_MS);
        throw outcome.error;
    }
  },
});

async function verifyLink(
  linkToken: string,
  { tokens, method }: Wanted,
  call: AuthCall,
  parts: AuthParts,
): Promise<Outcome> {
  await parts.limits.takePeer('verifyPeer', call.context.ip);
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

/** Returns the address the code was sent to. Throws for an invalid address or number. */
function addressIn({ email, phone }: z.infer<typeof body>): Address {
  if (phone) return { kind: 'phone', value: readPhone(phone) };
  return { kind: 'email', value: readEmail(email ?? '') };
}

/**
 * Always sends the same statements in three round trips, each but the last writing a row, whether or not the address
 * is known or a code pending: the timing must not reveal who has an account.
 */
async function verifyCode(
  code: string,
  address: Address,
  { tokens, method }: Wanted,
  call: AuthCall,
  parts: AuthParts,
): Promise<Outcome> {
  const { now, context } = call;
  const guess = { limit: 'verifyPeer', ip: context.ip, address: address.value } as const;
  const [user] = await parts.limits.takePeerGuess(guess, ownerQuestion(address, tokens));
  // Counts by all addresses of the account; beyond the limit, the answer is that for a wrong code.
  const mayCount = await parts.limits.mayGuess(user?.id ?? address.value);
  const userId = user && mayCount ? user.id : NOBODY;
  return parts.database.transaction(async (tx): Promise<Outcome> => {
    const typed = { userId, types: tokens, address: address.value, code, now, secret: parts.codeSecret };
    const token = await takeByCode(tx, typed);
    if (!token) {
      await writeAudit(tx, { action: 'code_failed', userId: user?.id ?? null, ip: context.ip, now });
      return { kind: 'refused', error: refusals.otpExpired('Token has expired or is invalid') };
    }
    const proof = await proveByToken(tx, token, call);
    if (proof.kind === 'half') return { kind: 'half' };
    const opened = await signIn(tx, proof.user, method, { call, parts, via: address.kind });
    return { kind: 'opened', opened };
  });
}

/** A code for a new address is entered with that address, which no account signs in with yet. */
function ownerQuestion(address: Address, tokens: readonly OneTimeTokenType[]): Question<UserRow> {
  const isNew = tokens.includes('email_change_token_new') || tokens.includes('phone_change_token');
  if (!isNew) return userByAddress(address);
  return {
    text: `select u.* from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where t.relates_to = $1 and t.token_type = any($2::text[]) and u.deleted_at is null
     order by t.created_at desc limit 1`,
    values: [address.value, tokens],
  };
}
