import { decodeJwt } from 'jose';
import type { Caller } from '../../db/caller.ts';
import type { Authentication } from '../../http/tokens/authentication.ts';
import type { RealtimeParts } from '../realtime-parts.ts';

/** Returns why a token is rejected, in the protocol's words. */
export function tokenProblem(
  refusal: Extract<Authentication, { ok: false }>,
  { token, now }: { readonly token: string; readonly now: Date },
): string {
  switch (refusal.problem) {
    case 'expired':
      return `InvalidJWTToken: Token has expired ${secondsSinceExpiry(token, now)} seconds ago`;
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
  { liveSessions, clock }: Pick<RealtimeParts, 'liveSessions' | 'clock'>,
  { sessionId, expiresAt }: Pick<Caller, 'sessionId' | 'expiresAt'>,
): string | null {
  if (sessionId !== null && liveSessions.hasEnded(sessionId)) {
    return 'InvalidJWTToken: The session of this token has ended';
  }
  const ago = secondsSince(clock.now(), expiresAt ?? Number.POSITIVE_INFINITY);
  return ago < 0 ? null : `InvalidJWTToken: Token has expired ${ago} seconds ago`;
}

/** `at`: Unix time in seconds. */
export const secondsSince = (now: Date, at: number): number => Math.floor(now.getTime() / 1000 - at);

/** Strips the leading error code, for messages on an open channel. */
export function withoutCode(problem: string): string {
  return problem.replace(/^\w+: /, '');
}

function secondsSinceExpiry(token: string, now: Date): number {
  // Only called for a token with a valid signature.
  const { exp = 0 } = decodeJwt(token);
  return Math.max(0, secondsSince(now, exp));
}
