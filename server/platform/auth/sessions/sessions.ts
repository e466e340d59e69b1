import { isIP } from 'node:net';
import { newUuid } from '#server/lib/ids.ts';
import { type Answers, ask, askTogether, type Question } from '../../db/ask-together.ts';
import type { Runner, Statement, Transaction } from '../../db/database.ts';
import type { Address } from '../addresses/address.ts';
import { type FactorRow, factorsQuestion } from '../factors/factor-rows.ts';
import { startChain, type TokenOwner } from './refresh-tokens.ts';
import { changedUser, type IdentityRow, identitiesQuestion, type UserRow, userUpdate } from './users.ts';

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2' | 'aal3';
  readonly not_after: Date | null;
  readonly refreshed_at: Date | null;
  readonly created_at: Date;
}

/** Authentication methods, as named in access tokens. */
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

/** Second factors that raise a session, as named in access tokens. */
export type RaisingMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

export interface MethodUsed {
  readonly method: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

interface MethodRow {
  readonly authentication_method: string;
  readonly updated_at: Date;
}

/** Everything a session answer contains, read in one transaction. */
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
  /** Absolute lifetime. */
  readonly maxSeconds: number;
  /** The account's own identity whose last sign-in is updated. */
  readonly via: Address['kind'];
}

/**
 * Creates a session with its method and first refresh token, in one round trip, which is its own transaction unless
 * within another. `first`: statements to run before it.
 */
export async function openSession(
  runner: Runner,
  user: UserRow,
  method: SignInMethod,
  origin: SessionOrigin,
  first: readonly Statement[],
): Promise<OpenedSession> {
  const { now } = origin;
  const owner: TokenOwner = { id: newUuid(), user_id: user.id };
  const { token, statements } = startChain(owner, now);
  const writes = [newSession(owner, origin), methodRecord(owner.id, method, now), ...statements];
  const {
    user: signedIn,
    session: opened,
    ...told
  } = await askTogether(
    runner,
    {
      user: userUpdate(user.id, { last_sign_in_at: now }, now),
      session: sessionQuestion(owner.id),
      ...descriptionOf(owner),
    },
    { first: [...first, ...writes, identityUse(user.id, origin)] },
  );
  const [session] = opened;
  if (!session) throw new Error('no session was made');
  return describe(told, { session, user: changedUser(signedIn), refreshToken: token });
}

function newSession(owner: TokenOwner, { ip, userAgent, now, maxSeconds }: SessionOrigin): Statement {
  return {
    text: `insert into auth.sessions (id, user_id, not_after, ip, user_agent, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    values: [
      owner.id,
      owner.user_id,
      new Date(now.getTime() + maxSeconds * 1000),
      isIP(ip) === 0 ? null : ip,
      userAgent?.slice(0, 500) ?? null,
      now,
    ],
  };
}

function sessionQuestion(id: string): Question<SessionRow> {
  return { text: 'select * from auth.sessions where id = $1', values: [id] };
}

function identityUse(userId: string, { via, now }: SessionOrigin): Statement {
  return {
    text: 'update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = $3',
    values: [userId, now, via],
  };
}

/** One row per method of a session; a repeated use updates its time. */
export function methodRecord(sessionId: string, method: SignInMethod | RaisingMethod, now: Date): Statement {
  return {
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    values: [sessionId, method, now],
  };
}

/** Queries for the rest of a session answer, to be batched with the statements that change it. */
export function descriptionOf({ id, user_id }: TokenOwner) {
  return {
    identities: identitiesQuestion(user_id),
    factors: factorsQuestion(user_id),
    methods: methodsQuestion(id),
  };
}

/** Converts the answers to `descriptionOf`. */
export function describe(
  { identities, factors, methods }: Answers<ReturnType<typeof descriptionOf>>,
  opened: Pick<OpenedSession, 'session' | 'user' | 'refreshToken'>,
): OpenedSession {
  return { ...opened, identities, factors, methods: toMethods(methods) };
}

/** Newest first. */
export async function methodsOf(runner: Runner, sessionId: string): Promise<MethodUsed[]> {
  return toMethods(await ask(runner, methodsQuestion(sessionId)));
}

function methodsQuestion(sessionId: string): Question<MethodRow> {
  return {
    text: 'select authentication_method, updated_at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc',
    values: [sessionId],
  };
}

function toMethods(rows: readonly MethodRow[]): MethodUsed[] {
  return rows.map((row) => ({
    method: row.authentication_method,
    timestamp: Math.floor(row.updated_at.getTime() / 1000),
  }));
}

/** Which of a user's sessions to end, relative to the current one. */
export type SessionScope = 'global' | 'local' | 'others';

const SCOPES: Record<SessionScope, string> = {
  global: 'user_id = $1 and $2::uuid is not null',
  local: 'user_id = $1 and id = $2',
  others: 'user_id = $1 and id <> $2',
};

/** Ends sessions with their refresh tokens and returns the ids. */
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
