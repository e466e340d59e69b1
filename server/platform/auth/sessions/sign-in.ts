import type { Runner, Statement } from '../../db/database.ts';
import type { Address } from '../addresses/address.ts';
import { auditEntry } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import { type SessionAnswer, toSessionAnswer } from '../wire/session-answer.ts';
import { type OpenedSession, openSession, type SignInMethod } from './sessions.ts';
import type { UserRow } from './users.ts';

export interface SignInOptions {
  readonly call: AuthCall;
  readonly parts: AuthParts;
  /** The account's own identity that was used. */
  readonly via?: Address['kind'];
  /** Statements to run first. */
  readonly first?: readonly Statement[];
}

/** Opens a session for the caller in one round trip, which is its own transaction unless within another. */
export function signIn(
  runner: Runner,
  user: UserRow,
  method: SignInMethod,
  { call, parts, via = 'email', first = [] }: SignInOptions,
): Promise<OpenedSession> {
  const { now, context, request } = call;
  const origin = {
    ip: context.ip,
    userAgent: request.headers.get('user-agent'),
    now,
    maxSeconds: parts.settings.sessionMaxSeconds,
    via,
  };
  const login = auditEntry({ action: 'login', userId: user.id, ip: context.ip, now });
  return openSession(runner, user, method, origin, [...first, login]);
}

/** Signs the tokens of a session. To be called after the transaction, so that its locks aren't held while signing. */
export function sessionAnswer(
  opened: OpenedSession,
  call: AuthCall,
  parts: AuthParts,
): Promise<SessionAnswer> {
  return toSessionAnswer(opened, {
    keys: parts.keys,
    issuer: parts.settings.authUrl,
    now: call.now,
    accessTokenSeconds: parts.settings.accessTokenSeconds,
    idleSeconds: parts.settings.sessionIdleSeconds,
  });
}

export async function sessionResponse(
  opened: OpenedSession,
  call: AuthCall,
  parts: AuthParts,
  more: object = {},
): Promise<Response> {
  return Response.json(
    { ...(await sessionAnswer(opened, call, parts)), ...more },
    { headers: { 'sb-auth-user-id': opened.user.id, 'sb-auth-session-id': opened.session.id } },
  );
}
