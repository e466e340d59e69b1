import { isIP } from 'node:net';
import type { Runner, Transaction } from '../db/database.ts';
import type { Address } from './address.ts';
import { type FactorRow, factorsOf } from './factors/factor-rows.ts';
import { startChain } from './refresh-tokens.ts';
import { type IdentityRow, identitiesOf, type UserRow, updateUser } from './users.ts';

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2' | 'aal3';
  readonly not_after: Date | null;
  readonly refreshed_at: Date | null;
  readonly created_at: Date;
}

/** How somebody proved who they are, as access tokens name it. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'magiclink'
  | 'oauth'
  | 'sso/saml'
  | 'passkey'
  | 'email/signup'
  | 'email_change'
  | 'anonymous';

/** A second factor that raised a session, as access tokens name it. */
export type RaisingMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

export interface MethodUsed {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** Everything that a session answer says, read in one transaction. */
export interface OpenedSession {
  readonly session: SessionRow;
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
  /** Newest first. */
  readonly methods: readonly MethodUsed[];
  readonly refreshToken: string;
}

export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string | null;
  readonly now: Date;
  /** The absolute limit. */
  readonly maxSeconds: number;
  /** Whose last sign-in this is, of the account's own identities. */
  readonly via: Address['kind'];
}

/** Signs a user in: a session, how it was proved, and its first refresh token. */
export async function openSession(
  tx: Transaction,
  user: UserRow,
  method: SignInMethod,
  origin: SessionOrigin,
): Promise<OpenedSession> {
  const { now } = origin;
  const [session] = await tx.query<SessionRow>(
    `insert into auth.sessions (user_id, not_after, ip, user_agent, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) returning *`,
    [
      user.id,
      new Date(now.getTime() + origin.maxSeconds * 1000),
      isIP(origin.ip) === 0 ? null : origin.ip,
      origin.userAgent?.slice(0, 500) ?? null,
      now,
    ],
  );
  if (!session) throw new Error('no session was made');
  await recordMethod(tx, session.id, method, now);
  const refreshToken = await startChain(tx, session, now);
  const signedIn = await updateUser(tx, user.id, { last_sign_in_at: now }, now);
  await tx.query('update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = $3', [
    user.id,
    now,
    origin.via,
  ]);
  return describeSession(tx, session, signedIn, refreshToken);
}

/** One row for each method of a session; a repeat moves its time. */
export async function recordMethod(
  tx: Transaction,
  sessionId: string,
  method: SignInMethod | RaisingMethod,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method, now],
  );
}

export async function describeSession(
  runner: Runner,
  session: SessionRow,
  user: UserRow,
  refreshToken: string,
): Promise<OpenedSession> {
  const identities = await identitiesOf(runner, user.id);
  const factors = await factorsOf(runner, user.id);
  return { session, user, identities, factors, methods: await methodsOf(runner, session.id), refreshToken };
}

/** Newest first. */
export async function methodsOf(runner: Runner, sessionId: string): Promise<MethodUsed[]> {
  const rows = await runner.query<{ authentication_method: string; updated_at: Date }>(
    'select authentication_method, updated_at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc',
    [sessionId],
  );
  return rows.map((row) => ({
    method: row.authentication_method,
    timestamp: Math.floor(row.updated_at.getTime() / 1000),
  }));
}

/** Which sessions of a user to end, seen from one of them. */
export type SessionScope = 'global' | 'local' | 'others';

const SCOPES: Record<SessionScope, string> = {
  global: 'user_id = $1 and $2::uuid is not null',
  local: 'user_id = $1 and id = $2',
  others: 'user_id = $1 and id <> $2',
};

/** Returns the ids of the sessions that ended; their refresh tokens go with them. */
export async function endSessions(
  tx: Transaction,
  scope: SessionScope,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from auth.sessions where ${SCOPES[scope]} returning id`,
    [userId, sessionId],
  );
  return rows.map(({ id }) => id);
}
