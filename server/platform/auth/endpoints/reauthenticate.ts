import { writeAudit } from '../audit.ts';
import { refusals } from '../auth-error.ts';
import { noBody, userEndpoint } from '../endpoint.ts';
import { reauthenticationMail } from '../mails/reauthentication.ts';
import { issueToken } from '../one-time-tokens.ts';
import { updateUser } from '../users.ts';

/** GET /reauthenticate: mails digits that prove, for a sensitive change, that it is still the owner. */
export const reauthenticate = userEndpoint({
  method: 'GET',
  path: '/reauthenticate',
  body: noBody,
  async handle({ user, now, context }, parts) {
    const { email } = user;
    if (email === null) {
      throw refusals.invalid('Reauthentication requires the user to have an email or a phone number');
    }
    if (user.email_confirmed_at === null) throw refusals.emailNotConfirmed(422);
    await parts.limits.takeMail(email, context.ip);
    const token = await parts.database.transaction(async (tx) => {
      await writeAudit(tx, {
        action: 'user_reauthentication_requested',
        userId: user.id,
        ip: context.ip,
        now,
      });
      await updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
      return issueToken(tx, {
        userId: user.id,
        type: 'reauthentication_token',
        address: email,
        flowStateId: null,
        now,
        secret: parts.codeSecret,
      });
    });
    const mail = reauthenticationMail({ to: email, code: token.code }, parts.mail.sender);
    await parts.mail.send(mail, 'reauthentication');
    return Response.json({});
  },
});
