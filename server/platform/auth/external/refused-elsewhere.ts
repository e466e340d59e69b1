import type { Log } from '#server/lib/log.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';

/** The person said no there; the second is Apple's word for it. */
const DENIED = new Set(['access_denied', 'user_cancelled_authorize']);
/** The service's own trouble (RFC 6749, 4.1.2.1). */
const DOWN = new Set(['server_error', 'temporarily_unavailable']);

const MOST_LETTERS = 64;

/**
 * What the `error` means that came back in place of a code. Anything but a no and an outage is for the operator to
 * mend (a wrong scope, a client that is not known there), so the log has the code. Its description is foreign text,
 * which is neither shown nor logged.
 */
export function refusedElsewhere(code: string, provider: string, log: Log): AuthError {
  if (DENIED.has(code)) return refusals.accessDenied();
  log.warn('a sign-in service refused', {
    provider,
    code: code.replace(/[^\w.-]/g, '').slice(0, MOST_LETTERS),
  });
  return DOWN.has(code) ? refusals.providerUnreachable() : refusals.badCallback();
}
