import type { Log } from '#server/lib/log.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';

/** The user declined; the second is Apple's code. */
const DENIED = new Set(['access_denied', 'user_cancelled_authorize']);
/** Outage of the service (RFC 6749, 4.1.2.1). */
const DOWN = new Set(['server_error', 'temporarily_unavailable']);

const MOST_LETTERS = 64;

/**
 * Maps the `error` returned instead of a code. Except for a denial or an outage, the operator has to fix the cause
 * (wrong scope, unknown client), so the code is logged. The description is foreign text, neither shown nor logged.
 */
export function refusedElsewhere(code: string, provider: string, log: Log): AuthError {
  if (DENIED.has(code)) return refusals.accessDenied();
  log.warn('a login service refused', {
    provider,
    code: code.replace(/[^\w.-]/g, '').slice(0, MOST_LETTERS),
  });
  return DOWN.has(code) ? refusals.providerUnreachable() : refusals.badCallback();
}
