import { askTogether, type Question } from '../../db/ask-together.ts';
import type { Statement, Transaction } from '../../db/database.ts';
import { auditEntry } from '../audit.ts';
import { restartChain } from '../sessions/refresh-tokens.ts';
import {
  describe,
  descriptionOf,
  methodRecord,
  type OpenedSession,
  type RaisingMethod,
  type SessionRow,
} from '../sessions/sessions.ts';
import { refusals } from '../wire/auth-error.ts';
import type { UserCall } from '../wire/endpoint.ts';
import type { FactorRow } from './factor-rows.ts';

export interface RaisedSession {
  readonly opened: OpenedSession;
  /** Ids of sessions that hadn't verified the factor. */
  readonly ended: readonly string[];
}

/**
 * Raises the session to `aal2` with a new refresh token and revokes the old one. Ends the user's other sessions below
 * `aal2` and drops unfinished enrolments: someone with just the password may have started them.
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
  // Ended concurrently, on another device.
  if (!raised) throw refusals.sessionNotFound();
  const unfinished: Statement = {
    text: `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`,
    values: [user.id],
  };
  const lowerSessions: Question<{ id: string }> = {
    text: `delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1' returning id`,
    values: [user.id, session.id],
  };
  const audit = auditEntry({ action: 'factor_verified', userId: user.id, ip: context.ip, now });
  const { token, statements } = restartChain(raised, now);
  const { lower } = await askTogether(
    tx,
    { lower: lowerSessions },
    { first: [methodRecord(session.id, method, now), unfinished] },
  );
  const told = await askTogether(tx, descriptionOf(raised), { first: [audit, ...statements] });
  return {
    opened: describe(told, { session: raised, user, refreshToken: token }),
    ended: lower.map(({ id }) => id),
  };
}
