import { z } from 'zod';
import { writeAudit } from '../../audit.ts';
import { assertAssured } from '../../factors/assert-assured.ts';
import { factorsOf } from '../../factors/factor-rows.ts';
import {
  issuePasskeyChallenge,
  type PasskeyRow,
  passkeysOf,
  takePasskeyChallenge,
  toPasskeyAnswer,
} from '../../factors/passkey-rows.ts';
import { checkCreated, createdCredential, creationOptions, readStored } from '../../factors/webauthn.ts';
import { passkeyAddedMail } from '../../mails/security-notices.ts';
import { assertOwn } from '../../sessions/assert-own.ts';
import { lockUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { noBody, userEndpoint } from '../../wire/endpoint.ts';

const MOST_PASSKEYS = 10;

/** POST /passkeys/registration/options: returns what the browser needs to create a key for this account. */
export const passkeyBegin = userEndpoint({
  method: 'POST',
  path: '/passkeys/registration/options',
  body: noBody,
  async handle(call, parts) {
    const { user, now } = call;
    assertOwn(user);
    if (user.is_anonymous) throw refusals.anonymousFactors();
    assertAssured(call, await factorsOf(parts.database, user.id));
    const passkeys = await passkeysOf(parts.database, user.id);
    if (passkeys.length >= MOST_PASSKEYS) throw refusals.tooManyPasskeys();
    const known = passkeys.map(({ credential }) => readStored(credential));
    const owner = { id: user.id, label: user.email ?? user.id, known };
    const options = await creationOptions(owner, { isResident: true }, parts);
    const asked = { userId: user.id, challenge: options.challenge, now };
    const { id, expires_at } = await issuePasskeyChallenge(parts.database, asked);
    return Response.json({ challenge_id: id, options, expires_at: Math.floor(expires_at.getTime() / 1000) });
  },
});

const body = z.object({ challenge_id: z.uuid(), credential: createdCredential });

/** POST /passkeys/registration/verify: stores the public key of the new credential. */
export const passkeyRegister = userEndpoint({
  method: 'POST',
  path: '/passkeys/registration/verify',
  body,
  async handle({ body: { challenge_id, credential }, ...call }, parts) {
    const { user, now, context } = call;
    assertOwn(user);
    const { challenge } = await parts.database.transaction((tx) =>
      takePasskeyChallenge(tx, { id: challenge_id, userId: user.id, now }),
    );
    const created = await checkCreated(credential, { challenge, verified: true }, parts);
    if (created === null) throw refusals.passkeyNotAccepted();
    const passkey = await parts.database.transaction(async (tx) => {
      // The lock serializes concurrent registrations, so that the limit holds.
      await lockUser(tx, user.id);
      assertAssured(call, await factorsOf(tx, user.id));
      if ((await passkeysOf(tx, user.id)).length >= MOST_PASSKEYS) throw refusals.tooManyPasskeys();
      const [row] = await tx.query<PasskeyRow>(
        `insert into auth.passkeys (user_id, credential_id, credential, created_at) values ($1, $2, $3, $4)
         on conflict (credential_id) do nothing returning *`,
        [user.id, created.credential.id, created.credential, now],
      );
      if (!row) throw refusals.passkeyExists();
      await writeAudit(tx, { action: 'passkey_added', userId: user.id, ip: context.ip, now });
      return row;
    });
    if (user.email !== null) parts.mail.tell(passkeyAddedMail(user.email, parts.mail.sender));
    return Response.json(toPasskeyAnswer(passkey));
  },
});
