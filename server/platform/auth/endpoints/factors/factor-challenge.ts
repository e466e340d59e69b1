import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import type { AuthParts } from '../../auth-parts.ts';
import { assertAssured } from '../../factors/assert-assured.ts';
import {
  addCode,
  dropEarlierChallenges,
  issueChallenge,
  type KeyChallenge,
} from '../../factors/challenges.ts';
import { type FactorRow, factorsOf, isStrong, lockFactor } from '../../factors/factor-rows.ts';
import { creationOptions, readStored, requestOptions } from '../../factors/webauthn.ts';
import { refusals } from '../../wire/auth-error.ts';
import { halfwayEndpoint, type UserCall } from '../../wire/endpoint.ts';
import { optionalText } from '../../wire/request-input.ts';

const uuid = z.uuid();

/** Returns the factor's id from the path. A malformed id is answered like an unknown factor. */
export function factorIdOf({ params }: UserCall): string {
  const id = uuid.safeParse(params['id']);
  if (!id.success) throw refusals.factorNotFound();
  return id.data;
}

const body = z.object({ channel: optionalText });

/**
 * POST /factors/{id}/challenge: starts a challenge for a code (texted if the factor is a phone) or a signature. Extra
 * fields that the official client sends are ignored.
 */
export const factorChallenge = halfwayEndpoint({
  method: 'POST',
  path: '/factors/:id/challenge',
  body,
  async handle({ body: { channel }, ...call }, parts) {
    const factorId = factorIdOf(call);
    await parts.limits.takePeer('verifyPeer', call.context.ip);
    const texted = await textedFactor(factorId, call, parts);
    const phone = texted?.phone ?? null;
    if (texted !== null) {
      if (channel && channel !== 'sms') throw refusals.invalid('channel: must be sms');
      await takeTextFor(texted, call, parts);
      parts.texts.assertReachable('MFA');
    }
    const { challenge, factor, more, code } = await parts.database.transaction(async (tx) => {
      const locked = await lockFactor(tx, { factorId, userId: call.user.id });
      if (!locked || locked.factor_type === 'recovery_code') throw refusals.factorNotFound();
      const asked = locked.factor_type === 'webauthn' ? await keyOptions(tx, locked, call, parts) : null;
      const issued = await issueChallenge(tx, { factor: locked, key: asked?.key ?? null }, call);
      return {
        challenge: issued,
        factor: locked,
        more: asked && { webauthn: asked.webauthn },
        code: phone === null ? null : await addCode(tx, issued, parts.codeSecret),
      };
    });
    if (phone !== null && code !== null) {
      await parts.texts.send(parts.texts.codeText({ kind: 'second_factor_code', phone, code }), 'MFA');
      await dropEarlierChallenges(parts.database, challenge);
    }
    return Response.json({
      id: challenge.id,
      type: factor.factor_type,
      expires_at: Math.floor(challenge.expires_at.getTime() / 1000),
      ...more,
    });
  },
});

interface TextedFactor {
  readonly phone: string;
  readonly status: FactorRow['status'];
}

/** Looks up the factor's number, to count its text before any other work; null if it isn't a phone. */
async function textedFactor(
  factorId: string,
  call: UserCall,
  parts: AuthParts,
): Promise<TextedFactor | null> {
  const factors = await factorsOf(parts.database, call.user.id);
  const factor = factors.find(({ id }) => id === factorId);
  // A session that owes a factor must complete that one before adding another number or key.
  if (factor?.status === 'unverified') assertAssured(call, factors);
  return factor && factor.phone !== null ? { phone: factor.phone, status: factor.status } : null;
}

/** An unverified number may be anyone's, so it is counted as a stranger's. */
async function takeTextFor(
  { phone, status }: TextedFactor,
  { user, context }: UserCall,
  { limits }: AuthParts,
): Promise<void> {
  const text = { phone, ip: context.ip, userId: user.id };
  if (status === 'verified') return limits.takeOwnText(text);
  await limits.takeText(text);
  await limits.takeTextOfDay();
}

/** Creation options for an unverified key, request options for a verified one. */
async function keyOptions(tx: Transaction, factor: FactorRow, { user }: UserCall, parts: AuthParts) {
  if (factor.status === 'verified') {
    const publicKey = await requestOptions([readStored(factor.web_authn_credential)], 'preferred', parts);
    const key: KeyChallenge = { challenge: publicKey.challenge, type: 'request' };
    return { key, webauthn: { type: key.type, credential_options: { publicKey } } };
  }
  const others = (await factorsOf(tx, user.id)).filter(
    (one) => one.factor_type === 'webauthn' && isStrong(one),
  );
  const known = others.map((one) => readStored(one.web_authn_credential));
  const owner = { id: user.id, label: user.email ?? user.id, known };
  const publicKey = await creationOptions(owner, { isResident: false }, parts);
  const key: KeyChallenge = { challenge: publicKey.challenge, type: 'create' };
  return { key, webauthn: { type: key.type, credential_options: { publicKey } } };
}
