import { SignJWT } from 'jose';
import { headerFor, type Keys } from '../../http/tokens/keys.ts';
import { FACTOR_DUE } from '../../http/tokens/verify-token.ts';
import { isFactorDue } from '../factors/assert-assured.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { toUserAnswer } from './user-answer.ts';

export interface AccessTokenOptions {
  readonly keys: Pick<Keys, 'signing'>;
  readonly issuer: string;
  readonly now: Date;
  readonly accessTokenSeconds: number;
  readonly idleSeconds: number;
}

/** The session object of the contract. */
export interface SessionAnswer {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

export async function toSessionAnswer(
  opened: OpenedSession,
  options: AccessTokenOptions,
): Promise<SessionAnswer> {
  const issuedAt = Math.floor(options.now.getTime() / 1000);
  const expiresAt = expiryOf(opened, issuedAt, options);
  return {
    access_token: await signAccessToken(opened, { issuedAt, expiresAt }, options),
    token_type: 'bearer',
    expires_in: expiresAt - issuedAt,
    expires_at: expiresAt,
    refresh_token: opened.refreshToken,
    user: toUserAnswer(opened.user, opened.identities, opened.factors),
  };
}

/** An access token never outlives its session's absolute and idle limits. */
function expiryOf({ session }: OpenedSession, issuedAt: number, options: AccessTokenOptions): number {
  const absolute =
    session.not_after === null ? Number.POSITIVE_INFINITY : Math.floor(session.not_after.getTime() / 1000);
  return Math.min(issuedAt + Math.min(options.accessTokenSeconds, options.idleSeconds), absolute);
}

function signAccessToken(
  { session, user, methods, factors }: OpenedSession,
  { issuedAt, expiresAt }: { issuedAt: number; expiresAt: number },
  { keys, issuer }: AccessTokenOptions,
): Promise<string> {
  return new SignJWT({
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: 'authenticated',
    aal: session.aal,
    amr: methods,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(isFactorDue(session, factors) && { [FACTOR_DUE]: true }),
  })
    .setProtectedHeader(headerFor(keys.signing))
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keys.signing.sign);
}
