import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { IdentityError } from './identity.ts';

/** Codes of `fetch`, openid-client and jose for a service that is unreachable or sends malformed responses. */
const UNAVAILABLE =
  /^(OAUTH_TIMEOUT|OAUTH_ABORT|OAUTH_RESPONSE_IS_NOT_CONFORM|OAUTH_RESPONSE_IS_NOT_JSON|OAUTH_PARSE_ERROR|ERR_JWKS_TIMEOUT|ERR_JOSE_GENERIC|E[A-Z]+|UND_ERR_\w+)$/;

/**
 * For all requests of a step together: the auth room gives up after ten seconds, and the user should get the reason.
 */
const DEADLINE_MS = 8_000;

/** Distinguishes a service that is down or slow from a response that must not be trusted. */
export async function asIdentityError<T>(act: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new IdentityError('unavailable', 'The login service takes too long to answer')),
    DEADLINE_MS,
  );
  try {
    return await Promise.race([act(), late.promise]);
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    const isDown = codesOf(error).some((code) => UNAVAILABLE.test(code)) || error instanceof TypeError;
    throw isDown
      ? new IdentityError('unavailable', 'Couldn’t reach the login service', error)
      : new IdentityError('refused', `The login service’s response was not accepted${saidBy(error)}`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** The service's own words (RFC 6749, 4.1.2.1 and 5.2; RFC 6750, 3). `invalid_client` is mostly a wrong secret. */
function saidBy(error: unknown): string {
  const said = wordsOf(error).filter((word) => word !== undefined);
  return said.length === 0 ? '' : ` (it says: ${said.join(', ')})`;
}

function wordsOf(error: unknown): readonly (string | undefined)[] {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return [error.error, error.error_description];
  if (error instanceof WWWAuthenticateChallengeError)
    return [
      `HTTP ${error.status}`,
      ...error.cause.flatMap(({ parameters }) => [parameters.error, parameters.error_description]),
    ];
  return [];
}

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error; at instanceof Error && codes.length < 5; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') codes.push(at.code);
  }
  return codes;
}
