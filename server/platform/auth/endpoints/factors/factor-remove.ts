import { assertAssured } from '../../factors/assert-assured.ts';
import { factorsOf, lockFactor } from '../../factors/factor-rows.ts';
import { removeFactor } from '../../factors/remove-factor.ts';
import { factorRemovedMail } from '../../mails/security-notices.ts';
import { refusals } from '../../wire/auth-error.ts';
import { halfwayEndpoint, noBody } from '../../wire/endpoint.ts';
import { factorIdOf } from './factor-challenge.ts';

/** DELETE /factors/{id}. Removing the last factor removes its recovery codes too. */
export const factorRemove = halfwayEndpoint({
  method: 'DELETE',
  path: '/factors/:id',
  body: noBody,
  async handle(call, { database, mail, liveSessions }) {
    const { user, session, now, context } = call;
    const factorId = factorIdOf(call);
    const { removed, ended } = await database.transaction(async (tx) => {
      const factor = await lockFactor(tx, { factorId, userId: user.id });
      if (!factor) throw refusals.factorNotFound();
      if (factor.status === 'verified' && session.aal === 'aal1') {
        throw refusals.insufficientAssurance(422, 'AAL2 required to unenroll verified factor');
      }
      assertAssured({ session }, await factorsOf(tx, user.id));
      const sessions = await removeFactor(tx, factor, { ip: context.ip, now, sessionId: session.id });
      return { removed: factor, ended: sessions };
    });
    liveSessions.markEnded(ended);
    if (removed.status === 'verified' && user.email !== null) {
      mail.tell(factorRemovedMail(user.email, mail.sender));
    }
    return Response.json({ id: removed.id });
  },
});
