import { z } from 'zod';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { factorsOf, lockFactor, toFactorAnswer } from '../../factors/factor-rows.ts';
import { removeFactor } from '../../factors/remove-factor.ts';
import { factorRemovedMail } from '../../mails/security-notices.ts';
import { refusals } from '../../wire/auth-error.ts';
import { noBody } from '../../wire/endpoint.ts';
import { lockKnownUser, userIdOf } from './admin-user.ts';

const uuid = z.uuid();

export const adminFactorsList = adminEndpoint({
  method: 'GET',
  path: '/admin/users/:id/factors',
  body: noBody,
  async handle(call, { database }) {
    const id = userIdOf(call);
    const factors = await database.transaction(async (tx) => {
      await lockKnownUser(tx, id);
      return factorsOf(tx, id);
    });
    return Response.json(factors.map(toFactorAnswer));
  },
});

/**
 * DELETE a user's factor, for someone who lost the phone and the recovery codes. The user is notified, since an
 * operator can be tricked into it.
 */
export const adminFactorRemove = adminEndpoint({
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factor',
  body: noBody,
  async handle(call, { database, mail, liveSessions }) {
    const userId = userIdOf(call);
    const factorId = uuid.safeParse(call.params['factor']);
    if (!factorId.success) throw refusals.factorNotFound();
    const { user, removed, ended } = await database.transaction(async (tx) => {
      const known = await lockKnownUser(tx, userId);
      const factor = await lockFactor(tx, { factorId: factorId.data, userId });
      if (!factor) throw refusals.factorNotFound();
      const removal = { ip: call.context.ip, now: call.now, sessionId: null };
      const sessions = await removeFactor(tx, factor, removal);
      return { user: known, removed: factor, ended: sessions };
    });
    liveSessions.markEnded(ended);
    if (removed.status === 'verified' && user.email !== null) {
      mail.tell(factorRemovedMail(user.email, mail.sender));
    }
    return Response.json(toFactorAnswer(removed));
  },
});
