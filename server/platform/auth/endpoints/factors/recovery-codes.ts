import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { writeAudit } from '../../audit.ts';
import { type FactorRow, factorsOf, isRecoverySet, isStrong } from '../../factors/factor-rows.ts';
import { friendlyName } from '../../factors/friendly-name.ts';
import { raiseSession } from '../../factors/raise-session.ts';
import { countRecoveryCodes, makeRecoveryCodes, takeRecoveryCode } from '../../factors/recovery-codes.ts';
import { removeFactor } from '../../factors/remove-factor.ts';
import { factorRemovedMail, recoveryCodeUsedMail } from '../../mails/security-notices.ts';
import { sessionResponse } from '../../sessions/sign-in.ts';
import { lockUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { halfwayEndpoint, noBody, type UserCall, userEndpoint } from '../../wire/endpoint.ts';

const PATH = '/factors/recovery-codes';
const DEFAULT_NAME = 'Recovery codes';

/** GET /factors/recovery-codes: how many codes exist and how many are unused. */
export const recoveryCodesGet = userEndpoint({
  method: 'GET',
  path: PATH,
  body: noBody,
  async handle({ user }, { database }) {
    const set = (await factorsOf(database, user.id)).find(isRecoverySet);
    if (!set) throw refusals.factorNotFound();
    return Response.json({
      id: set.id,
      type: 'recovery_code',
      ...(await countRecoveryCodes(database, set.id)),
    });
  },
});

/** POST /factors/recovery-codes: creates the first set, shown only once. Requires a verified factor. */
export const recoveryCodesMake = userEndpoint({
  method: 'POST',
  path: PATH,
  body: z.object({ friendly_name: friendlyName.nullish() }),
  async handle({ body: { friendly_name }, ...call }, { database }) {
    const made = await database.transaction(async (tx) => {
      const factors = await lockFactors(tx, call);
      if (factors.some(isRecoverySet)) throw refusals.factorExists();
      const name = friendly_name || DEFAULT_NAME;
      if (factors.some((other) => other.friendly_name === name)) throw refusals.factorNameTaken();
      const [set] = await tx.query<FactorRow>(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
         values ($1, $2, 'recovery_code', 'verified', $3, $3) returning *`,
        [call.user.id, name, call.now],
      );
      if (!set) throw new Error('no set of codes was made');
      return describeNew(tx, set, call);
    });
    return Response.json(made);
  },
});

/** POST /factors/recovery-codes/regenerate: creates new codes; the old ones stop working. */
export const recoveryCodesRenew = userEndpoint({
  method: 'POST',
  path: `${PATH}/regenerate`,
  body: noBody,
  async handle(call, { database }) {
    const made = await database.transaction(async (tx) => {
      const set = (await lockFactors(tx, call)).find(isRecoverySet);
      if (!set) throw refusals.factorNotFound();
      return describeNew(tx, set, call);
    });
    return Response.json(made);
  },
});

/** POST /factors/recovery-codes/verify: accepts a code in place of the other factor. */
export const recoveryCodesVerify = halfwayEndpoint({
  method: 'POST',
  path: `${PATH}/verify`,
  body: z.object({ code: z.string().max(100) }),
  async handle({ body: { code }, ...call }, parts) {
    const { user, now, context } = call;
    await parts.limits.takeOwnGuess(user.id);
    const raised = await parts.database.transaction(async (tx) => {
      await lockUser(tx, user.id);
      const set = (await factorsOf(tx, user.id)).find(isRecoverySet);
      if (!set) throw refusals.factorNotFound();
      if (await takeRecoveryCode(tx, { factorId: set.id, text: code, now })) {
        return raiseSession(tx, { factor: set, method: 'mfa/recovery_code' }, call);
      }
      // A value rather than an exception, so that the failed attempt is committed to the log.
      await writeAudit(tx, { action: 'factor_failed', userId: user.id, ip: context.ip, now });
      return null;
    });
    if (raised === null) throw refusals.recoveryCodeWrong();
    parts.liveSessions.markEnded(raised.ended);
    if (user.email !== null) parts.mail.tell(recoveryCodeUsedMail(user.email, parts.mail.sender));
    return sessionResponse(raised.opened, call, parts);
  },
});

export const recoveryCodesRemove = userEndpoint({
  method: 'DELETE',
  path: PATH,
  body: noBody,
  async handle(call, { database, mail, liveSessions }) {
    const { removed, ended } = await database.transaction(async (tx) => {
      const set = (await lockFactors(tx, call)).find(isRecoverySet);
      if (!set) throw refusals.factorNotFound();
      const removal = { ip: call.context.ip, now: call.now, sessionId: call.session.id };
      return { removed: set, ended: await removeFactor(tx, set, removal) };
    });
    liveSessions.markEnded(ended);
    if (call.user.email !== null) mail.tell(factorRemovedMail(call.user.email, mail.sender));
    return Response.json({ id: removed.id });
  },
});

/** Returns the user's factors, if one was verified in this session. */
async function lockFactors(tx: Transaction, { user, session }: UserCall): Promise<FactorRow[]> {
  await lockUser(tx, user.id);
  const factors = await factorsOf(tx, user.id);
  if (session.aal === 'aal1') throw refusals.insufficientAssurance();
  if (!factors.some(isStrong)) throw refusals.recoveryCodesAlone();
  return factors;
}

async function describeNew(
  tx: Transaction,
  set: FactorRow,
  { user, now, context }: UserCall,
): Promise<object> {
  await writeAudit(tx, { action: 'recovery_codes_made', userId: user.id, ip: context.ip, now });
  const codes = await makeRecoveryCodes(tx, set.id);
  return { id: set.id, type: 'recovery_code', friendly_name: set.friendly_name, total: codes.length, codes };
}
