import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { writeAudit } from '../../audit.ts';
import type { AuthParts } from '../../auth-parts.ts';
import { assertAssured } from '../../factors/assert-assured.ts';
import {
  type ChallengeRow,
  countWrongTry,
  isCodeOf,
  lockChallenge,
  readKeyChallenge,
} from '../../factors/challenges.ts';
import {
  type FactorRow,
  type FactorType,
  factorsOf,
  isAbandoned,
  lockFactor,
} from '../../factors/factor-rows.ts';
import { type RaisedSession, raiseSession } from '../../factors/raise-session.ts';
import { openSecret } from '../../factors/seal-secret.ts';
import { stepOf } from '../../factors/totp.ts';
import {
  checkCreated,
  checkShown,
  createdCredential,
  readStored,
  shownCredential,
} from '../../factors/webauthn.ts';
import { factorAddedMail } from '../../mails/security-notices.ts';
import type { RaisingMethod } from '../../sessions/sessions.ts';
import { sessionResponse } from '../../sessions/sign-in.ts';
import { type AuthError, refusals } from '../../wire/auth-error.ts';
import { halfwayEndpoint, type UserCall } from '../../wire/endpoint.ts';
import { factorIdOf } from './factor-challenge.ts';

const keyAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), credential_response: createdCredential }),
  z.object({ type: z.literal('request'), credential_response: shownCredential }),
]);
const body = z.object({
  challenge_id: z.uuid(),
  code: z.string().max(100).nullish(),
  webauthn: keyAnswer.nullish(),
});
type Proof = z.infer<typeof body>;

/** A rejection is a value rather than an exception, so that the failed attempt is committed to the log. */
type Outcome =
  | {
      readonly kind: 'raised';
      readonly raised: RaisedSession;
      readonly isNew: boolean;
      readonly type: FactorType;
    }
  | { readonly kind: 'wrong'; readonly factor: FactorRow };

/** POST /factors/{id}/verify: exchanges a code or a signature for this session at `aal2`. */
export const factorVerify = halfwayEndpoint({
  method: 'POST',
  path: '/factors/:id/verify',
  body,
  async handle({ body: proof, ...call }, parts) {
    const factorId = factorIdOf(call);
    // Counted before the work and per account, since an attacker can use many peers.
    await parts.limits.takeOwnGuess(call.user.id);
    const outcome = await parts.database.transaction((tx) => verify(tx, factorId, proof, call, parts));
    if (outcome.kind === 'wrong') {
      throw refusalOf(outcome.factor);
    }
    parts.liveSessions.markEnded(outcome.raised.ended);
    const { email } = call.user;
    if (outcome.isNew && email !== null)
      parts.mail.tell(factorAddedMail(email, outcome.type, parts.mail.sender));
    return sessionResponse(outcome.raised.opened, call, parts);
  },
});

function refusalOf({ factor_type }: FactorRow): AuthError {
  if (factor_type === 'webauthn') return refusals.keyNotAccepted();
  return factor_type === 'phone' ? refusals.textedCodeWrong() : refusals.factorCodeWrong();
}

async function verify(
  tx: Transaction,
  factorId: string,
  proof: Proof,
  call: UserCall,
  parts: AuthParts,
): Promise<Outcome> {
  const { user, now, context } = call;
  const factor = await lockFactor(tx, { factorId, userId: user.id });
  if (!factor || factor.factor_type === 'recovery_code') throw refusals.factorNotFound();
  if (isAbandoned(factor, now)) throw refusals.factorNotFound();
  // Enrolled before the account had a verified factor: the password alone must not be enough to bypass that one.
  if (factor.status === 'unverified') assertAssured(call, await factorsOf(tx, user.id));
  const challenge = await lockChallenge(tx, { id: proof.challenge_id, factor }, call);
  const method = await methodOf(tx, { factor, challenge, proof }, call, parts);
  if (method === null) {
    await countWrongTry(tx, challenge);
    await writeAudit(tx, { action: 'factor_failed', userId: user.id, ip: context.ip, now });
    return { kind: 'wrong', factor };
  }
  await tx.query('delete from auth.mfa_challenges where id = $1', [challenge.id]);
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`, [
    factor.id,
    now,
  ]);
  const raised = await raiseSession(tx, { factor, method }, call);
  return { kind: 'raised', raised, isNew: factor.status === 'unverified', type: factor.factor_type };
}

interface Shown {
  readonly factor: FactorRow;
  readonly challenge: ChallengeRow;
  readonly proof: Proof;
}

/** Verifies the proof and returns its method; null if it is wrong. */
async function methodOf(
  tx: Transaction,
  shown: Shown,
  { now }: UserCall,
  parts: AuthParts,
): Promise<RaisingMethod | null> {
  if (shown.factor.factor_type === 'webauthn') {
    return (await isKeyShown(tx, shown, parts)) ? 'mfa/webauthn' : null;
  }
  if (shown.factor.factor_type === 'phone') {
    const typed = (shown.proof.code ?? '').replace(/\s/g, '');
    return isCodeOf(shown.challenge, typed, parts.codeSecret) ? 'mfa/phone' : null;
  }
  return (await isCodeRight(tx, shown, now, parts)) ? 'totp' : null;
}

async function isCodeRight(
  tx: Transaction,
  { factor, proof }: Shown,
  now: Date,
  { factorSecret }: AuthParts,
): Promise<boolean> {
  if (factor.secret === null || !proof.code) return false;
  const step = stepOf(proof.code.trim(), openSecret(factor.secret, factorSecret, factor.id), now);
  if (step === null) return false;
  // Each time step is accepted once: a code read over the shoulder can't be replayed.
  const taken = await tx.query(
    'update auth.mfa_factors set last_step = $2 where id = $1 and last_step < $2 returning id',
    [factor.id, step],
  );
  return taken.length > 0;
}

async function isKeyShown(
  tx: Transaction,
  { factor, challenge: row, proof: { webauthn } }: Shown,
  parts: AuthParts,
): Promise<boolean> {
  const { challenge, type } = readKeyChallenge(row);
  if (webauthn?.type !== type) return false;
  // A challenge from before the factor was verified would replace its key.
  if ((type === 'create') !== (factor.status === 'unverified')) return false;
  if (webauthn.type === 'create') {
    const created = await checkCreated(webauthn.credential_response, { challenge, verified: false }, parts);
    if (created === null) return false;
    await tx.query(
      'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
      [factor.id, created.credential, created.aaguid],
    );
    return true;
  }
  const credential = readStored(factor.web_authn_credential);
  const next = await checkShown(
    webauthn.credential_response,
    { challenge, credential, verified: false },
    parts,
  );
  if (next === null) return false;
  await tx.query('update auth.mfa_factors set web_authn_credential = $2 where id = $1', [factor.id, next]);
  return true;
}
