import { isIP } from 'node:net';
import { askTogether, type Question } from '../../db/ask-together.ts';
import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';
import {
  deriveToken,
  descendantsOf,
  extendChain,
  type MadeToken,
  type RefreshTokenRow,
  tokenQuestion,
} from './refresh-tokens.ts';
import { describe, descriptionOf, type OpenedSession, type SessionRow } from './sessions.ts';
import { hashToken } from './token-hash.ts';
import { isBanned, type UserRow } from './users.ts';

export interface RotationRequest {
  readonly token: string;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly now: Date;
  readonly idleSeconds: number;
}

/** A refusal is a value rather than an exception: what it revoked in the database must be committed. */
export type RotationOutcome =
  | { readonly kind: 'refreshed'; readonly opened: OpenedSession }
  | { readonly kind: 'refused'; readonly error: AuthError }
  /** The session has ended. `copied`: because a stolen token was reused. */
  | {
      readonly kind: 'ended';
      readonly error: AuthError;
      readonly sessionId: string;
      readonly user: UserRow;
      readonly copied: boolean;
    };

/** Grace period for reuse of a rotated token, for concurrent tabs and retries. */
const REUSE_SECONDS = 10;
/** Milliseconds to wait for a concurrent refresh of the same session. */
const LOCK_LIMIT = 5_000;

/** Exchanges a refresh token for the session's next one. */
export async function rotateRefreshToken(
  tx: Transaction,
  request: RotationRequest,
): Promise<RotationOutcome> {
  const { session, shown, user } = await lockSessionOf(tx, request.token);
  if (!session || !shown || !user) return refuse(refusals.refreshTokenNotFound());
  if (isBanned(user, request.now)) return refuse(refusals.userBanned(400));
  if (isExpired(session, request)) {
    return end(tx, session, { user, error: refusals.sessionExpired(), copied: false, request });
  }
  return rotate(tx, session, shown, { user, request });
}

async function rotate(
  tx: Transaction,
  session: SessionRow,
  shown: RefreshTokenRow,
  { user, request }: { user: UserRow; request: RotationRequest },
): Promise<RotationOutcome> {
  const { token, now } = request;
  const answer = async ({ token: refreshToken, statements }: MadeToken): Promise<RotationOutcome> => {
    const questions = { touched: touch(session, request), ...descriptionOf(session) };
    const { touched, ...told } = await askTogether(tx, questions, { first: statements });
    const opened = describe(told, { session: touched[0] ?? session, user, refreshToken });
    return { kind: 'refreshed', opened };
  };
  if (shown.revoked_at === null) return answer(extendChain(session, { row: shown, token }, now));
  const later = await descendantsOf(tx, shown);
  const active = later.at(-1);
  // The client missed the answer: it gets the same token again, however late.
  if (active && active.parent_id === shown.id) {
    return answer({ token: deriveToken(token, active.salt), statements: [] });
  }
  const isRecent = now.getTime() - shown.revoked_at.getTime() <= REUSE_SECONDS * 1000;
  if (active && isRecent) {
    // Each token is derived from its parent and a salt, so the active one can be computed from this one.
    const living = later.reduce((parent, { salt }) => deriveToken(parent, salt), token);
    return answer(extendChain(session, { row: active, token: living }, now));
  }
  // Another tab raised the session in the meantime: this token is revoked, but not stolen.
  if (!active && isRecent) return refuse(refusals.refreshTokenUsed());
  return end(tx, session, { user, error: refusals.refreshTokenUsed(), copied: true, request });
}

interface Shown {
  readonly session: SessionRow | undefined;
  readonly shown: RefreshTokenRow | undefined;
  readonly user: UserRow | undefined;
}

/**
 * Serializes refreshes of one session. The token is read after the lock is taken: a concurrent request may have used
 * it.
 */
async function lockSessionOf(tx: Transaction, token: string): Promise<Shown> {
  const values = [hashToken(token)];
  const locked: Question<SessionRow> = {
    text: `select * from auth.sessions
       where id = (select session_id from auth.refresh_tokens where token_hash = $1) for update`,
    values,
  };
  const owner: Question<UserRow> = {
    text: 'select * from auth.users where id = (select user_id from auth.refresh_tokens where token_hash = $1)',
    values,
  };
  const { session, shown, user } = await askTogether(
    tx,
    { session: locked, shown: tokenQuestion(token), user: owner },
    { limit: LOCK_LIMIT },
  );
  return { session: session[0], shown: shown[0], user: user[0] };
}

function isExpired(session: SessionRow, { now, idleSeconds }: RotationRequest): boolean {
  const lastSign = session.refreshed_at ?? session.created_at;
  const isIdle = now.getTime() - lastSign.getTime() > idleSeconds * 1000;
  return isIdle || (session.not_after !== null && session.not_after <= now);
}

function touch(session: SessionRow, { now, ip, userAgent }: RotationRequest): Question<SessionRow> {
  return {
    text: `update auth.sessions set refreshed_at = $2, updated_at = $2, user_agent = $3, ip = $4 where id = $1 returning *`,
    values: [session.id, now, userAgent?.slice(0, 500) ?? null, isIP(ip) === 0 ? null : ip],
  };
}

/** Ends the session with its refresh tokens; a trigger revokes its access tokens everywhere. */
async function end(
  tx: Transaction,
  session: SessionRow,
  why: { user: UserRow; error: AuthError; copied: boolean; request: RotationRequest },
): Promise<RotationOutcome> {
  const { user, error, copied, request } = why;
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  await writeAudit(tx, { action: 'token_revoked', userId: user.id, ip: request.ip, now: request.now });
  return { kind: 'ended', error, sessionId: session.id, user, copied };
}

const refuse = (error: AuthError): RotationOutcome => ({ kind: 'refused', error });
