import { z } from 'zod';
import { writeAudit } from '../../audit.ts';
import { assertAssured } from '../../factors/assert-assured.ts';
import { factorsOf } from '../../factors/factor-rows.ts';
import { friendlyName } from '../../factors/friendly-name.ts';
import { type PasskeyRow, passkeysOf, toPasskeyAnswer } from '../../factors/passkey-rows.ts';
import { refusals } from '../../wire/auth-error.ts';
import { noBody, type UserCall, userEndpoint } from '../../wire/endpoint.ts';

const uuid = z.uuid();

function passkeyIdOf({ params }: UserCall): string {
  const id = uuid.safeParse(params['id']);
  if (!id.success) throw refusals.passkeyNotFound();
  return id.data;
}

export const passkeysList = userEndpoint({
  method: 'GET',
  path: '/passkeys',
  body: noBody,
  async handle({ user }, { database }) {
    return Response.json((await passkeysOf(database, user.id)).map(toPasskeyAnswer));
  },
});

export const passkeyRename = userEndpoint({
  method: 'PATCH',
  path: '/passkeys/:id',
  body: z.object({ friendly_name: friendlyName.min(1) }),
  async handle({ body: { friendly_name }, ...call }, { database }) {
    const [passkey] = await database.query<PasskeyRow>(
      'update auth.passkeys set friendly_name = $3 where id = $1 and user_id = $2 returning *',
      [passkeyIdOf(call), call.user.id, friendly_name],
    );
    if (!passkey) throw refusals.passkeyNotFound();
    return Response.json(toPasskeyAnswer(passkey));
  },
});

export const passkeyRemove = userEndpoint({
  method: 'DELETE',
  path: '/passkeys/:id',
  body: noBody,
  async handle(call, { database }) {
    const id = passkeyIdOf(call);
    const { user, now, context } = call;
    await database.transaction(async (tx) => {
      assertAssured(call, await factorsOf(tx, user.id));
      const removed = await tx.query(
        'delete from auth.passkeys where id = $1 and user_id = $2 returning id',
        [id, user.id],
      );
      if (removed.length === 0) throw refusals.passkeyNotFound();
      await writeAudit(tx, { action: 'passkey_removed', userId: user.id, ip: context.ip, now });
    });
    return new Response(null, { status: 204 });
  },
});
