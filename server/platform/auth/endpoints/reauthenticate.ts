import type { Transaction } from '../../db/database.ts';
import { type Address, addressOf, isProved, type Message, sendMessage } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { reauthenticationMail } from '../mails/reauthentication.ts';
import { issueToken } from '../proofs/one-time-tokens.ts';
import { textACode } from '../proofs/text-a-code.ts';
import { updateUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { noBody, type UserCall, userEndpoint } from '../wire/endpoint.ts';

/** GET /reauthenticate: mails or texts a code that confirms the user's identity for a sensitive change. */
export const reauthenticate = userEndpoint({
  method: 'GET',
  path: '/reauthenticate',
  body: noBody,
  async handle(call, parts) {
    const { user, now, context } = call;
    const address = addressOf(user);
    if (address === null) {
      throw refusals.invalid('Reauthentication requires the user to have an email or a phone number');
    }
    if (!isProved(user, address)) {
      throw address.kind === 'email' ? refusals.emailNotConfirmed(422) : refusals.phoneNotConfirmed(422);
    }
    if (address.kind === 'phone') {
      await parts.limits.takeOwnText({ phone: address.value, ip: context.ip, userId: user.id });
    } else {
      await parts.limits.takeMail(address.value, context.ip);
    }
    const message = await parts.database.transaction(async (tx) => {
      await writeAudit(tx, {
        action: 'user_reauthentication_requested',
        userId: user.id,
        ip: context.ip,
        now,
      });
      return codeFor(tx, address, call, parts);
    });
    await sendMessage(message, 'reauthentication', parts);
    return Response.json({});
  },
});

async function codeFor(
  tx: Transaction,
  { kind, value }: Address,
  { user, now }: UserCall,
  parts: AuthParts,
): Promise<Message> {
  if (kind === 'phone') {
    const { text } = await textACode(tx, 'reauthentication_code', { user, phone: value, now }, parts);
    return { kind: 'text', text };
  }
  await updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
  const token = await issueToken(tx, {
    userId: user.id,
    type: 'reauthentication_token',
    address: value,
    flowStateId: null,
    now,
    secret: parts.codeSecret,
  });
  return { kind: 'mail', mail: reauthenticationMail({ to: value, code: token.code }, parts.mail.sender) };
}
