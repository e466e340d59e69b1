import { z } from 'zod';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import { writeAudit } from '../audit.ts';
import { refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type AuthCall, type AuthEndpoint, openEndpoint } from '../endpoint.ts';
import type { CodeChallenge } from '../flow-states.ts';
import { mailAToken } from '../mail-a-token.ts';
import {
  challengeFields,
  optionalMetadata,
  optionalText,
  readChallenge,
  readEmail,
  readMetadata,
  wantedTarget,
} from '../request-input.ts';
import { showRequest } from '../request-settings.ts';
import { insertUser, isBanned, lockUserByEmail, updateUser } from '../users.ts';

const body = z.object({
  email: optionalText,
  phone: optionalText,
  data: optionalMetadata,
  create_user: z.boolean().nullish(),
  channel: optionalText,
  ...challengeFields,
});

interface OtpRequest {
  readonly email: string;
  readonly metadata: Record<string, unknown>;
  readonly challenge: CodeChallenge | null;
  readonly mayCreate: boolean;
}

/**
 * POST /otp: sign in by mail, without a password. Answers alike whether the address is known, and also when nobody
 * may be created: the contract's 422 for that would tell who has an account.
 */
export const otp = atPath('/otp');

/** POST /magiclink: the old name. */
export const magiclink = atPath('/magiclink');

function atPath(path: string): AuthEndpoint {
  return openEndpoint({
    method: 'POST',
    path,
    body,
    async handle({ body: input, ...call }, parts) {
      if (input.email && input.phone) {
        throw refusals.invalid('Only an email address or phone number should be provided');
      }
      if (input.phone) throw refusals.phoneDisabled();
      if (!input.email) throw refusals.invalid('One of email or phone must be set');
      if (input.channel) throw refusals.invalid('channel: is for phone numbers only');
      const request = {
        email: readEmail(input.email),
        metadata: readMetadata(input.data),
        challenge: readChallenge(input, parts.settings),
        mayCreate: input.create_user !== false && parts.settings.signUp,
      };
      await parts.limits.takeMail(request.email, call.context.ip);
      parts.mail.assertReachable('magic link');
      await parts.evenly.after(async () => {
        const mail = await prepareMail(request, call, parts);
        if (mail) parts.mail.sendBeside(mail);
      });
      return Response.json({});
    },
  });
}

/** Somebody new gets the confirmation of a sign-up, and has a password only after setting one. */
function prepareMail(request: OtpRequest, call: AuthCall, parts: AuthParts): Promise<Mail | null> {
  const { email, metadata, challenge, mayCreate } = request;
  const { now, context } = call;
  const confirmed = parts.settings.mailAutoconfirm;
  const target = parts.redirects.resolve(wantedTarget(call));
  return parts.database.transaction(async (tx) => {
    await showRequest(tx, call);
    const created = mayCreate
      ? await insertUser(tx, { email, passwordHash: null, metadata, confirmed, now })
      : undefined;
    const user = created ?? (await lockUserByEmail(tx, email));
    if (!user || isBanned(user, now)) return null;
    if (created) {
      await writeAudit(tx, { action: 'user_signedup', userId: user.id, ip: context.ip, now });
    }
    const token = { email, target, challenge, now };
    if (user.email_confirmed_at !== null) {
      return (await mailAToken(tx, 'magiclink', { user, ...token }, parts)).mail;
    }
    // Whoever comes without a password need not be who signed up with one: it must not come to life with this mail.
    const withoutPassword = await updateUser(tx, user.id, { encrypted_password: null }, now);
    return (await mailAToken(tx, 'signup', { user: withoutPassword, ...token }, parts)).mail;
  });
}
