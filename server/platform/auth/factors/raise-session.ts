import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import { refusals } from '../auth-error.ts';
import type { UserCall } from '../endpoint.ts';
import { restartChain } from '../refresh-tokens.ts';
import {
  describeSession,
  type OpenedSession,
  type RaisingMethod,
  recordMethod,
  type SessionRow,
} from '../sessions.ts';
import type { FactorRow } from './factor-rows.ts';

export interface RaisedSession {
  readonly opened: OpenedSession;
  /** Sessions that had not shown the factor. */
  readonly ended: readonly string[];
}

/**
 * The same session, now at `aal2`: new refresh token, the old one worthless. Sessions of this person that stay below,
 * and all factors that were begun and never finished, end: whoever has the password alone may have begun them.
 */
export async function raiseSession(
  tx: Transaction,
  { factor, method }: { factor: FactorRow; method: RaisingMethod },
  { user, session, now, context }: UserCall,
): Promise<RaisedSession> {
  const [raised] = await tx.query<SessionRow>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1 returning *`,
    [session.id, factor.id, now],
  );
  // Ended meanwhile, on another device.
  if (!raised) throw refusals.sessionNotFound();
  await recordMethod(tx, session.id, method, now);
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id]);
  const lower = await tx.query<{ id: string }>(
    `delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1' returning id`,
    [user.id, session.id],
  );
  await writeAudit(tx, { action: 'factor_verified', userId: user.id, ip: context.ip, now });
  const refreshToken = await restartChain(tx, raised, now);
  return { opened: await describeSession(tx, raised, user, refreshToken), ended: lower.map(({ id }) => id) };
}
