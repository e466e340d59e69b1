import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import {
  type Address,
  assertReachable,
  hasProvedAddress,
  isProved,
  lockUserByAddress,
  type Message,
  sendMessageBeside,
  takeMessage,
  toColumns,
} from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import { mailAToken } from '../proofs/mail-a-token.ts';
import { textACode } from '../proofs/text-a-code.ts';
import { insertUser, isBanned, type UserRow, updateUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { type AuthCall, type AuthEndpoint, openEndpoint } from '../wire/endpoint.ts';
import {
  challengeFields,
  optionalMetadata,
  optionalText,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
  wantedTarget,
} from '../wire/request-input.ts';
import { showRequest } from '../wire/request-settings.ts';

const body = z.object({
  email: optionalText,
  phone: optionalText,
  data: optionalMetadata,
  create_user: z.boolean().nullish(),
  channel: optionalText,
  ...challengeFields,
});

interface OtpRequest {
  readonly address: Address;
  readonly metadata: Record<string, unknown>;
  readonly challenge: CodeChallenge | null;
  readonly mayCreate: boolean;
}

/**
 * POST /otp: signs in by mail or text, without a password. The answer is the same whether or not the address is
 * known, also if sign-up is closed: the contract's 422 for that would reveal who has an account.
 */
export const otp = atPath('/otp');

/** POST /magiclink: the old name. */
export const magiclink = atPath('/magiclink');

function atPath(path: string): AuthEndpoint {
  return openEndpoint({
    method: 'POST',
    path,
    body,
    captcha: true,
    async handle({ body: input, ...call }, parts) {
      const request = {
        address: readAddress(input, parts),
        metadata: readMetadata(input.data),
        challenge: readChallenge(input, parts.settings),
        mayCreate: input.create_user !== false && parts.settings.signUp,
      };
      assertReachable(request.address, request.address.kind === 'phone' ? 'OTP' : 'magic link', parts);
      await takeMessage(request.address, call.context.ip, parts);
      await parts.constantTime.after(async () => {
        const message = await prepareMessage(request, call, parts);
        if (message) await sendMessageBeside(message, parts);
      });
      return Response.json({});
    },
  });
}

/** Texts are the only channel offered for phone numbers. */
function readAddress({ email, phone, channel }: z.infer<typeof body>, { texts }: AuthParts): Address {
  if (email && phone) throw refusals.invalid('Only an email address or phone number should be provided');
  if (phone) {
    if (!texts.areSent) throw refusals.phoneDisabled();
    if (channel && channel !== 'sms') throw refusals.invalid('channel: must be sms');
    return { kind: 'phone', value: readPhone(phone) };
  }
  if (!email) throw refusals.invalid('One of email or phone must be set');
  if (channel) throw refusals.invalid('channel: is for phone numbers only');
  return { kind: 'email', value: readEmail(email) };
}

/** A new user confirms the address, as after a sign-up, and has no password until they set one. */
function prepareMessage(request: OtpRequest, call: AuthCall, parts: AuthParts): Promise<Message | null> {
  const { address, metadata, mayCreate } = request;
  const { now, context } = call;
  const confirmed = address.kind === 'email' && parts.settings.mailAutoconfirm;
  return parts.database.transaction(async (tx) => {
    await showRequest(tx, call);
    const created = mayCreate
      ? await insertUser(tx, { ...toColumns(address), passwordHash: null, metadata, confirmed, now })
      : undefined;
    const user = created ?? (await lockUserByAddress(tx, address));
    if (!user || isBanned(user, now)) return null;
    if (created) {
      await writeAudit(tx, { action: 'user_signedup', userId: user.id, ip: context.ip, now });
    }
    if (isProved(user, address)) return codeFor(tx, 'magiclink', user, request, call, parts);
    if (hasProvedAddress(user)) return codeFor(tx, 'signup', user, request, call, parts);
    // Someone who signs in without a password may not be the one who signed up with it: this message must not
    // activate it.
    const withoutPassword = await updateUser(tx, user.id, { encrypted_password: null }, now);
    return codeFor(tx, 'signup', withoutPassword, request, call, parts);
  });
}

async function codeFor(
  tx: Transaction,
  kind: 'magiclink' | 'signup',
  user: UserRow,
  { address, challenge }: OtpRequest,
  call: AuthCall,
  parts: AuthParts,
): Promise<Message> {
  const { now } = call;
  if (address.kind === 'phone') {
    const { text } = await textACode(tx, 'sign_in_code', { user, phone: address.value, now }, parts);
    return { kind: 'text', text };
  }
  const target = parts.redirects.resolve(wantedTarget(call));
  const { mail } = await mailAToken(tx, kind, { user, email: address.value, target, challenge, now }, parts);
  return { kind: 'mail', mail };
}
