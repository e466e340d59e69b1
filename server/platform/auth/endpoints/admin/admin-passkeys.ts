import { z } from 'zod';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { passkeysOf, toPasskeyAnswer } from '../../factors/passkey-rows.ts';
import { passkeyRemovedMail } from '../../mails/security-notices.ts';
import { refusals } from '../../wire/auth-error.ts';
import { noBody } from '../../wire/endpoint.ts';
import { lockKnownUser, userIdOf } from './admin-user.ts';

const uuid = z.uuid();

export const adminPasskeysList = adminEndpoint({
  method: 'GET',
  path: '/admin/users/:id/passkeys',
  body: noBody,
  async handle(call, { database }) {
    const id = userIdOf(call);
    const passkeys = await database.transaction(async (tx) => {
      await lockKnownUser(tx, id);
      return passkeysOf(tx, id);
    });
    return Response.json(passkeys.map(toPasskeyAnswer));
  },
});

/**
 * DELETE a user's passkey, for someone who lost the device. The user is notified, since an operator can be tricked
 * into it.
 */
export const adminPasskeyRemove = adminEndpoint({
  method: 'DELETE',
  path: '/admin/users/:id/passkeys/:passkey',
  body: noBody,
  async handle(call, { database, mail }) {
    const { now, context } = call;
    const userId = userIdOf(call);
    const passkeyId = uuid.safeParse(call.params['passkey']);
    if (!passkeyId.success) throw refusals.passkeyNotFound();
    const { email } = await database.transaction(async (tx) => {
      const known = await lockKnownUser(tx, userId);
      const removed = await tx.query(
        'delete from auth.passkeys where id = $1 and user_id = $2 returning id',
        [passkeyId.data, userId],
      );
      if (removed.length === 0) throw refusals.passkeyNotFound();
      await writeAudit(tx, { action: 'passkey_removed', userId, ip: context.ip, now });
      return known;
    });
    if (email !== null) mail.tell(passkeyRemovedMail(email, mail.sender));
    return new Response(null, { status: 204 });
  },
});
