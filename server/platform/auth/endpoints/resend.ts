import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import {
  type Address,
  assertReachable,
  isProved,
  lockUserByAddress,
  type Message,
  sendMessageBeside,
  takeMessage,
} from '../addresses/address.ts';
import { prepareEmailChange } from '../addresses/change-email.ts';
import { preparePhoneChange } from '../addresses/change-phone.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import { mailAToken } from '../proofs/mail-a-token.ts';
import { textACode } from '../proofs/text-a-code.ts';
import { isBanned, lockUserWhoChanges } from '../sessions/users.ts';
import { AuthError, refusals } from '../wire/auth-error.ts';
import { openEndpoint } from '../wire/endpoint.ts';
import {
  challengeFields,
  optionalText,
  readChallenge,
  readEmail,
  readPhone,
  wantedTarget,
} from '../wire/request-input.ts';

const body = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...challengeFields });

interface Resend {
  /** True if it repeats an address change, false for a first confirmation. */
  readonly isChange: boolean;
  readonly address: Address;
  readonly target: string;
  readonly challenge: CodeChallenge | null;
  readonly now: Date;
}

/**
 * POST /resend: sends the same message again, with a new link or code. The answer is the same if there is nothing to
 * send.
 */
export const resend = openEndpoint({
  method: 'POST',
  path: '/resend',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    const address = readAddress(input, parts);
    const challenge = readChallenge(input, parts.settings);
    const isChange = input.type === 'email_change' || input.type === 'phone_change';
    assertReachable(address, 'confirmation', parts);
    await takeMessage(address, call.context.ip, parts);
    const target = parts.redirects.resolve(wantedTarget(call));
    await parts.constantTime.after(async () => {
      const again = { isChange, address, target, challenge, now: call.now };
      // Checked first: creating a code that isn't sent would only invalidate the previous one.
      if (!(await maySendToWanted(again, call.context.ip, parts))) return;
      const messages = await parts.database.transaction((tx) => prepareMessages(tx, again, parts));
      for (const message of messages) await sendMessageBeside(message, parts);
    });
    return Response.json({});
  },
});

/** Returns the account's current address; for a phone change also the new number, for accounts without one. */
function readAddress({ type, email, phone }: z.infer<typeof body>, { texts }: AuthParts): Address {
  switch (type) {
    case 'signup':
    case 'email_change':
      if (!email) throw refusals.invalid('Type provided requires an email address');
      return { kind: 'email', value: readEmail(email) };
    case 'sms':
    case 'phone_change':
      if (!texts.areSent) throw refusals.phoneDisabled();
      if (!phone) throw refusals.invalid('Type provided requires a phone number');
      return { kind: 'phone', value: readPhone(phone) };
    case undefined:
    case null:
    default:
      throw refusals.invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
}

/** The caller may not know the pending new address; its limit applies all the same. */
async function maySendToWanted(
  { isChange, address: { kind, value } }: Resend,
  ip: string,
  parts: AuthParts,
): Promise<boolean> {
  if (!isChange) return true;
  const wanted = await parts.database.transaction(async (tx) =>
    kind === 'email'
      ? (await lockUserByAddress(tx, { kind, value }))?.email_change
      : (await lockUserWhoChanges(tx, value))?.phone_change,
  );
  if (!wanted || wanted === value) return true;
  try {
    await takeMessage({ kind, value: wanted }, ip, parts);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function prepareMessages(tx: Transaction, again: Resend, parts: AuthParts): Promise<Message[]> {
  return again.address.kind === 'email' ? prepareMails(tx, again, parts) : prepareTexts(tx, again, parts);
}

async function prepareMails(tx: Transaction, again: Resend, parts: AuthParts): Promise<Message[]> {
  const { isChange, address, target, challenge, now } = again;
  const user = await lockUserByAddress(tx, address);
  if (!user || isBanned(user, now)) return [];
  if (isChange) {
    if (!user.email_change) return [];
    const newEmail = user.email_change;
    const { mails } = await prepareEmailChange(tx, { user, newEmail, target, challenge, now }, parts);
    return mails.map((mail) => ({ kind: 'mail', mail }));
  }
  if (isProved(user, address)) return [];
  const token = { user, email: address.value, target, challenge, now };
  return [{ kind: 'mail', mail: (await mailAToken(tx, 'signup', token, parts)).mail }];
}

async function prepareTexts(
  tx: Transaction,
  { isChange, address, now }: Resend,
  parts: AuthParts,
): Promise<Message[]> {
  const phone = address.value;
  if (isChange) {
    const user = await lockUserWhoChanges(tx, phone);
    if (!user?.phone_change || isBanned(user, now)) return [];
    const { text } = await preparePhoneChange(tx, { user, newPhone: user.phone_change, now }, parts);
    return text ? [{ kind: 'text', text }] : [];
  }
  const user = await lockUserByAddress(tx, address);
  if (!user || isBanned(user, now) || isProved(user, address)) return [];
  return [{ kind: 'text', text: (await textACode(tx, 'sign_in_code', { user, phone, now }, parts)).text }];
}
