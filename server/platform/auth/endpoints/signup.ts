import { z } from 'zod';
import { newUuid } from '#server/lib/ids.ts';
import { refusals } from '../auth-error.ts';
import { openEndpoint } from '../endpoint.ts';
import { assertAcceptablePassword } from '../password-strength.ts';
import { type Registration, registerPerson } from '../register-person.ts';
import {
  challengeFields,
  optionalMetadata,
  optionalText,
  readChallenge,
  readEmail,
  readMetadata,
} from '../request-input.ts';
import { sessionResponse } from '../sign-in.ts';
import { signUpAnonymously } from '../sign-up-anonymously.ts';
import { toUserAnswer } from '../user-answer.ts';

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
  ...challengeFields,
});

/** POST /signup: a new account, by address and password or, where allowed, without either. */
export const signup = openEndpoint({
  method: 'POST',
  path: '/signup',
  body,
  async handle({ body: input, ...call }, parts) {
    const { settings, limits, mail } = parts;
    if (!settings.signUp) throw refusals.signUpDisabled();
    if (input.email && input.phone) {
      throw refusals.invalid('Only an email address or phone number should be provided on signup.');
    }
    if (input.phone) throw refusals.phoneDisabled();
    const metadata = readMetadata(input.data);
    if (!input.email) return signUpAnonymously(metadata, call, parts);

    const email = readEmail(input.email);
    const password = input.password ?? '';
    assertAcceptablePassword(password, { email, brandName: settings.brandName });
    const registration = { email, password, metadata, challenge: readChallenge(input, settings) };

    await limits.takePeer('signUpPeer', call.context.ip);
    if (!settings.mailAutoconfirm) {
      await limits.takeMail(email, call.context.ip);
      mail.assertReachable('confirmation');
    }
    const outcome = await registerPerson(registration, call, parts);
    switch (outcome.kind) {
      case 'signed_in':
        return sessionResponse(outcome.opened, call, parts);
      case 'to_be_confirmed':
        await mail.send(outcome.mail, 'confirmation');
        return Response.json(toUserAnswer(outcome.user, outcome.identities));
      case 'taken':
        if (settings.mailAutoconfirm) throw refusals.userExists();
        return Response.json(obfuscatedUser(registration, call.now));
    }
  },
});

/** Looks like a new account, but has no identities: the registration page reads that as "already exists". */
function obfuscatedUser({ email, metadata }: Registration, now: Date): object {
  return {
    id: newUuid(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
