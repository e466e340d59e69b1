import { decodeJwt } from 'jose';
import type { Caller } from '../../db/caller.ts';
import type { Authentication, LiveSessions } from '../../http/tokens/authentication.ts';

/** Returns why a token is rejected, in the protocol's words. */
export function tokenProblem(refusal: Extract<Authentication, { ok: false }>, token: string): string {
  switch (refusal.problem) {
    case 'expired':
      return `InvalidJWTToken: Token has expired ${secondsSinceExpiry(token)} seconds ago`;
    case 'claims_invalid':
      return 'InvalidJWTToken: Fields `role` and `exp` are required in JWT';
    case 'bad_signature':
      return 'JwtSignatureError: Failed to validate JWT signature';
    case 'malformed':
      return 'MalformedJWT: The token provided is not a valid JWT';
    case 'session_ended':
      return 'InvalidJWTToken: The session of this token has ended';
    case 'second_factor_due':
      return 'InvalidJWTToken: The second factor has not been shown';
  }
}

/** Returns why a caller is no longer valid since their token was checked; null if they are. */
export function callerProblem(
  liveSessions: LiveSessions,
  { sessionId, expiresAt }: Pick<Caller, 'sessionId' | 'expiresAt'>,
): string | null {
  if (sessionId !== null && liveSessions.hasEnded(sessionId)) {
    return 'InvalidJWTToken: The session of this token has ended';
  }
  const ago = Math.floor(Date.now() / 1000 - (expiresAt ?? Number.POSITIVE_INFINITY));
  return ago < 0 ? null : `InvalidJWTToken: Token has expired ${ago} seconds ago`;
}

/** Strips the leading error code, for messages on an open channel. */
export function withoutCode(problem: string): string {
  return problem.replace(/^\w+: /, '');
}

function secondsSinceExpiry(token: string): number {
  // Only called for a token with a valid signature.
  const { exp = 0 } = decodeJwt(token);
  return Math.max(0, Math.floor(Date.now() / 1000 - exp));
}
