import { z } from 'zod';
import { newUuid } from '#server/lib/ids.ts';
import {
  type Address,
  assertReachable,
  giveBackMessage,
  sendMessage,
  takeMessage,
} from '../addresses/address.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertAcceptablePassword } from '../passwords/password-strength.ts';
import { type Registration, registerPerson } from '../sessions/register-person.ts';
import { sessionResponse } from '../sessions/sign-in.ts';
import { signUpAnonymously } from '../sessions/sign-up-anonymously.ts';
import { refusals } from '../wire/auth-error.ts';
import { openEndpoint } from '../wire/endpoint.ts';
import {
  challengeFields,
  optionalMetadata,
  optionalText,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
} from '../wire/request-input.ts';
import { toUserAnswer } from '../wire/user-answer.ts';

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
  ...challengeFields,
});

/** POST /signup: creates an account with an address or number and a password or, where allowed, anonymously. */
export const signup = openEndpoint({
  method: 'POST',
  path: '/signup',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    const { settings, limits } = parts;
    if (!settings.signUp) throw refusals.signUpDisabled();
    if (input.email && input.phone) {
      throw refusals.invalid('Only an email address or phone number should be provided on signup.');
    }
    const metadata = readMetadata(input.data);
    const address = readAddress(input, parts);
    if (address === null) return signUpAnonymously(metadata, call, parts);

    const password = input.password ?? '';
    await assertAcceptablePassword(password, { ...settings, email: address.value });
    const registration = { address, password, metadata, challenge: readChallenge(input, settings) };

    await limits.takePeer('signUpPeer', call.context.ip);
    const isTakenAtItsWord = address.kind === 'email' && settings.mailAutoconfirm;
    if (!isTakenAtItsWord) {
      assertReachable(address, 'confirmation', parts);
      await takeMessage(address, call.context.ip, parts);
    }
    const outcome = await registerPerson(registration, call, parts);
    switch (outcome.kind) {
      case 'signed_in':
        return sessionResponse(outcome.opened, call, parts);
      case 'to_be_confirmed':
        if (outcome.message.kind === 'text') await limits.takeTextOfDay();
        await sendMessage(outcome.message, 'confirmation', parts);
        return Response.json(toUserAnswer(outcome.user, outcome.identities));
      case 'taken':
        if (isTakenAtItsWord) throw refusals.userExists();
        // This answer reveals that the address is taken anyway, and its owner may now ask for a reset link.
        await giveBackMessage(address, parts);
        return Response.json(obfuscatedUser(registration, call.now));
    }
  },
});

function readAddress({ email, phone }: z.infer<typeof body>, { texts }: AuthParts): Address | null {
  if (email) return { kind: 'email', value: readEmail(email) };
  if (!phone) return null;
  if (!texts.areSent) throw refusals.phoneDisabled();
  return { kind: 'phone', value: readPhone(phone) };
}

/** Looks like a new account, but has no identities, which clients read as "already exists". */
function obfuscatedUser({ address: { kind, value }, metadata }: Registration, now: Date): object {
  return {
    id: newUuid(),
    aud: 'authenticated',
    role: '',
    email: '',
    phone: '',
    [kind]: value,
    confirmation_sent_at: now,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
