import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { writeAudit } from '../../audit.ts';
import type { AuthParts } from '../../auth-parts.ts';
import { issuePasskeyChallenge, type PasskeyRow, takePasskeyChallenge } from '../../factors/passkey-rows.ts';
import { checkShown, readStored, requestOptions, shownCredential } from '../../factors/webauthn.ts';
import type { OpenedSession } from '../../sessions/sessions.ts';
import { sessionResponse, signIn } from '../../sessions/sign-in.ts';
import { isBanned, lockUser, type UserRow } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { type AuthCall, noBody, openEndpoint } from '../../wire/endpoint.ts';

/** POST /passkeys/authentication/options: names no credentials, so it doesn't reveal who has an account. */
export const passkeyBeginSignIn = openEndpoint({
  method: 'POST',
  path: '/passkeys/authentication/options',
  body: noBody,
  async handle({ now, context }, parts) {
    await parts.limits.takePeer('proofPeer', context.ip);
    const options = await requestOptions([], 'required', parts);
    const asked = { userId: null, challenge: options.challenge, now };
    const { id, expires_at } = await issuePasskeyChallenge(parts.database, asked);
    return Response.json({ challenge_id: id, options, expires_at: Math.floor(expires_at.getTime() / 1000) });
  },
});

const body = z.object({ challenge_id: z.uuid(), credential: shownCredential });

/** POST /passkeys/authentication/verify: exchanges a signature for a session. */
export const passkeySignIn = openEndpoint({
  method: 'POST',
  path: '/passkeys/authentication/verify',
  body,
  async handle({ body: { challenge_id, credential }, ...call }, parts) {
    await parts.limits.takePeer('proofPeer', call.context.ip);
    // In its own transaction: the challenge is used up whatever the outcome.
    const { challenge } = await parts.database.transaction((tx) =>
      takePasskeyChallenge(tx, { id: challenge_id, userId: null, now: call.now }),
    );
    const opened = await parts.database.transaction((tx) => open(tx, { credential, challenge }, call, parts));
    if (opened === null) throw refusals.passkeyNotAccepted();
    return sessionResponse(opened, call, parts);
  },
});

/** Null for an unknown key as well as an invalid signature: the answer must not tell them apart. */
async function open(
  tx: Transaction,
  { credential, challenge }: { credential: z.infer<typeof shownCredential>; challenge: string },
  call: AuthCall,
  parts: AuthParts,
): Promise<OpenedSession | null> {
  const { now, context } = call;
  const locked = await lockPasskey(tx, credential.id);
  if (!locked) return null;
  const { passkey, user } = locked;
  const known = readStored(passkey.credential);
  const next = await checkShown(credential, { challenge, credential: known, verified: true }, parts);
  if (next === null) {
    await writeAudit(tx, { action: 'login_failed', userId: passkey.user_id, ip: context.ip, now });
    return null;
  }
  if (isBanned(user, now)) throw refusals.userBanned(403);
  await tx.query('update auth.passkeys set credential = $2, last_used_at = $3 where id = $1', [
    passkey.id,
    next,
    now,
  ]);
  return signIn(tx, user, 'passkey', { call, parts });
}

/** Locks the user before the passkey, as everywhere, so that a concurrent deletion can't deadlock. */
async function lockPasskey(
  tx: Transaction,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> {
  const [found] = await tx.query<{ user_id: string }>(
    'select user_id from auth.passkeys where credential_id = $1',
    [credentialId],
  );
  const user = found && (await lockUser(tx, found.user_id));
  if (!user) return undefined;
  const [passkey] = await tx.query<PasskeyRow>(
    'select * from auth.passkeys where credential_id = $1 and user_id = $2 for update',
    [credentialId, user.id],
  );
  return passkey && { passkey, user };
}
