import type { Transaction } from '../db/database.ts';
import type { Address } from './address.ts';
import { writeAudit } from './audit.ts';
import type { AuthParts } from './auth-parts.ts';
import type { AuthCall } from './endpoint.ts';
import { type SessionAnswer, toSessionAnswer } from './session-answer.ts';
import { type OpenedSession, openSession, type SignInMethod } from './sessions.ts';
import type { UserRow } from './users.ts';

/** Opens a session for whoever made this call. `via`: by which of the account's own identities they came. */
export async function signIn(
  tx: Transaction,
  user: UserRow,
  method: SignInMethod,
  { call, parts, via = 'email' }: { call: AuthCall; parts: AuthParts; via?: Address['kind'] },
): Promise<OpenedSession> {
  const { now, context, request } = call;
  await writeAudit(tx, { action: 'login', userId: user.id, ip: context.ip, now });
  return openSession(tx, user, method, {
    ip: context.ip,
    userAgent: request.headers.get('user-agent'),
    now,
    maxSeconds: parts.settings.sessionMaxSeconds,
    via,
  });
}

/** The tokens of a session. Signed after the transaction: a signature takes time that others would wait for. */
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
