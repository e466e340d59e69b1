import { refusals } from '../auth-error.ts';
import { noBody, userEndpoint } from '../endpoint.ts';
import { lockFactor } from '../factors/factor-rows.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { factorRemovedMail } from '../mails/security-notices.ts';
import { factorIdOf } from './factor-challenge.ts';

/** DELETE /factors/{id}. With the last factor its recovery codes go, and sessions that it raised fall back. */
export const factorRemove = userEndpoint({
  method: 'DELETE',
  path: '/factors/:id',
  body: noBody,
  async handle(call, { database, mail }) {
    const { user, session, now, context } = call;
    const factorId = factorIdOf(call);
    const removed = await database.transaction(async (tx) => {
      const factor = await lockFactor(tx, { factorId, userId: user.id });
      if (!factor) throw refusals.factorNotFound();
      if (factor.status === 'verified' && session.aal === 'aal1') {
        throw refusals.insufficientAssurance(422, 'AAL2 required to unenroll verified factor');
      }
      await removeFactor(tx, factor, { ip: context.ip, now });
      return factor;
    });
    if (removed.status === 'verified' && user.email !== null) {
      mail.sendBeside(factorRemovedMail(user.email, mail.sender));
    }
    return Response.json({ id: removed.id });
  },
});
