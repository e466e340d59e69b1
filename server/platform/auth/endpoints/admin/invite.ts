import { z } from 'zod';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { describeUser } from '../../admin/describe-user.ts';
import { writeAudit } from '../../audit.ts';
import { mailAToken } from '../../proofs/mail-a-token.ts';
import { insertUser, lockUserByEmail, updateUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { optionalMetadata, readEmail, readMetadata, wantedTarget } from '../../wire/request-input.ts';

/** POST /invite: creates an account that is activated by the invitation mail. */
export const invite = adminEndpoint({
  method: 'POST',
  path: '/invite',
  body: z.object({ email: z.string(), data: optionalMetadata }),
  async handle({ body: input, ...call }, parts) {
    const { now, context } = call;
    const email = readEmail(input.email);
    const metadata = readMetadata(input.data);
    const target = parts.redirects.resolve(wantedTarget(call));
    const { mail, answer } = await parts.database.transaction(async (tx) => {
      const created = await insertUser(tx, { email, passwordHash: null, metadata, confirmed: false, now });
      const user = created ?? (await lockUserByEmail(tx, email));
      if (!user || user.email_confirmed_at !== null) throw refusals.emailExists();
      // A stranger may have created an unconfirmed account: the invitation must not activate their password.
      // The operator's metadata takes precedence.
      const said = created ? metadata : { ...user.raw_user_meta_data, ...metadata };
      const changes = { invited_at: now, encrypted_password: null, raw_user_meta_data: readMetadata(said) };
      const invited = await updateUser(tx, user.id, changes, now);
      await writeAudit(tx, { action: 'user_invited', userId: user.id, ip: context.ip, now });
      const token = { user: invited, email, target, challenge: null, now };
      const mailed = await mailAToken(tx, 'invite', token, parts);
      return { mail: mailed.mail, answer: await describeUser(tx, mailed.user) };
    });
    await parts.mail.send(mail, 'invite');
    return Response.json(answer);
  },
});
