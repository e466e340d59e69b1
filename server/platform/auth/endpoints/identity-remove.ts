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

/** DELETE /user/identities/{id}: one way to sign in less. The last one stays. */
export const identityRemove = userEndpoint({
  method: 'DELETE',
  path: '/user/identities/:id',
  body: noBody,
  async handle(call, parts) {
    const { user, now, context } = call;
    const { database } = parts;
    assertOwn(user);
    const isOffered = offersLinking(parts);
    // A number is given up like any other way in, also where no service is offered.
    if (!isOffered && !parts.texts.areSent) throw refusals.linkingDisabled();
    const id = uuid.safeParse(call.params['id']);
    if (!id.success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    await database.transaction(async (tx) => {
      // Two removals at the same moment must not take the last two.
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
      // A number that is no way in any more would only keep others from having it.
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
