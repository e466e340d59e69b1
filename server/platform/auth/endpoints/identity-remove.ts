import { z } from 'zod';
import { writeAudit } from '../audit.ts';
import { offersLinking } from '../external/assert-may-link.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import { clearTokens } from '../proofs/one-time-tokens.ts';
import { assertOwn } from '../sessions/assert-own.ts';
import { identitiesOf, lockUser, updateUser } from '../sessions/users.ts';
import { AuthError, refusals } from '../wire/auth-error.ts';
import { noBody, userEndpoint } from '../wire/endpoint.ts';

const uuid = z.uuid();

/** DELETE /user/identities/{id}: unlinks an identity. The last one can't be removed. */
export const identityRemove = userEndpoint({
  method: 'DELETE',
  path: '/user/identities/:id',
  body: noBody,
  async handle(call, parts) {
    const { user, now, context } = call;
    const { database } = parts;
    assertOwn(user);
    const isOffered = offersLinking(parts);
    // A phone number can be removed even if no external service is configured.
    if (!isOffered && !parts.texts.areSent) throw refusals.linkingDisabled();
    const id = uuid.safeParse(call.params['id']);
    if (!id.success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    await database.transaction(async (tx) => {
      // The lock keeps concurrent removals from removing the last two.
      const locked = await lockUser(tx, user.id);
      assertAssured(call, await factorsOf(tx, user.id));
      const identities = await identitiesOf(tx, user.id);
      const identity = identities.find((one) => one.id === id.data);
      if (!identity) throw refusals.identityNotFound();
      if (!isOffered && identity.provider !== 'phone') throw refusals.linkingDisabled();
      if (identities.length < 2) throw refusals.lastIdentity();
      if (identity.provider === 'email') throw refusals.emailIdentity();
      await tx.query('delete from auth.identities where id = $1', [identity.id]);
      const providers = [
        ...new Set(identities.filter((one) => one !== identity).map(({ provider }) => provider)),
      ];
      // Drop the number itself too: it would only block others from using it.
      const isNumber = identity.provider === 'phone';
      if (isNumber) await clearTokens(tx, user.id);
      await updateUser(
        tx,
        user.id,
        {
          raw_app_meta_data: { ...locked?.raw_app_meta_data, provider: providers[0], providers },
          ...(isNumber && { phone: null, phone_confirmed_at: null }),
        },
        now,
      );
      await writeAudit(tx, { action: 'identity_unlinked', userId: user.id, ip: context.ip, now });
    });
    return Response.json({});
  },
});
