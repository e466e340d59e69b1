import { z } from 'zod';
import { writeAudit } from '../audit.ts';
import { mailAToken } from '../proofs/mail-a-token.ts';
import { isBanned, lockUserByEmail } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { openEndpoint } from '../wire/endpoint.ts';
import {
  challengeFields,
  optionalText,
  readChallenge,
  readEmail,
  wantedTarget,
} from '../wire/request-input.ts';

const body = z.object({ email: optionalText, ...challengeFields });

/** POST /recover: sends a password reset mail. The answer is the same whether or not one is sent. */
export const recover = openEndpoint({
  method: 'POST',
  path: '/recover',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    if (!input.email) throw refusals.invalid('Password recovery requires an email');
    const email = readEmail(input.email);
    const challenge = readChallenge(input, parts.settings);
    parts.mail.assertReachable('recovery');
    await parts.limits.takeMail(email, call.context.ip);
    const target = parts.redirects.resolve(wantedTarget(call));
    const { now, context } = call;
    await parts.constantTime.after(async () => {
      const mail = await parts.database.transaction(async (tx) => {
        const user = await lockUserByEmail(tx, email);
        if (!user || isBanned(user, now)) return null;
        await writeAudit(tx, { action: 'user_recovery_requested', userId: user.id, ip: context.ip, now });
        return (await mailAToken(tx, 'recovery', { user, email, target, challenge, now }, parts)).mail;
      });
      if (mail) parts.mail.sendBeside(mail);
    });
    return Response.json({});
  },
});
