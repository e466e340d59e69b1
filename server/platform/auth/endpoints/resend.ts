import { z } from 'zod';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Transaction } from '../../db/database.ts';
import { AuthError, refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { prepareEmailChange } from '../change-email.ts';
import { openEndpoint } from '../endpoint.ts';
import type { CodeChallenge } from '../flow-states.ts';
import { mailAToken } from '../mail-a-token.ts';
import { challengeFields, optionalText, readChallenge, readEmail, wantedTarget } from '../request-input.ts';
import { isBanned, lockUserByEmail } from '../users.ts';

const body = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...challengeFields });

interface Resend {
  readonly type: 'signup' | 'email_change';
  readonly email: string;
  readonly target: string;
  readonly challenge: CodeChallenge | null;
  readonly now: Date;
}

/** POST /resend: the same mail once more, with a new link. Answers alike when there is nothing to send. */
export const resend = openEndpoint({
  method: 'POST',
  path: '/resend',
  body,
  async handle({ body: input, ...call }, parts) {
    const { type } = input;
    if (type === 'sms' || type === 'phone_change') throw refusals.phoneDisabled();
    if (type !== 'signup' && type !== 'email_change') {
      throw refusals.invalid('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (!input.email) throw refusals.invalid('Type provided requires an email address');
    const email = readEmail(input.email);
    const challenge = readChallenge(input, parts.settings);
    await parts.limits.takeMail(email, call.context.ip);
    parts.mail.assertReachable('confirmation');
    const target = parts.redirects.resolve(wantedTarget(call));
    await parts.evenly.after(async () => {
      const mails = await parts.database.transaction((tx) =>
        prepareMails(tx, { type, email, target, challenge, now: call.now }, parts),
      );
      for (const mail of mails) {
        // Whoever asks need not know the new address, whose limit holds all the same.
        if (mail.to !== email && !(await mayMail(mail.to, call.context.ip, parts))) continue;
        parts.mail.sendBeside(mail);
      }
    });
    return Response.json({});
  },
});

async function mayMail(address: string, ip: string, { limits }: AuthParts): Promise<boolean> {
  try {
    await limits.takeMail(address, ip);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function prepareMails(tx: Transaction, again: Resend, parts: AuthParts): Promise<Mail[]> {
  const { type, email, target, challenge, now } = again;
  const user = await lockUserByEmail(tx, email);
  if (!user || isBanned(user, now)) return [];
  if (type === 'email_change') {
    if (!user.email_change) return [];
    const newEmail = user.email_change;
    return (await prepareEmailChange(tx, { user, newEmail, target, challenge, now }, parts)).mails;
  }
  if (user.email_confirmed_at !== null) return [];
  return [(await mailAToken(tx, 'signup', { user, email, target, challenge, now }, parts)).mail];
}
