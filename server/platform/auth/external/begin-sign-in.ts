import { newToken } from '#server/lib/ids.ts';
import { IdentityError, type IdentityProvider } from '#server/providers/identity/identity.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import { hashToken } from '../sessions/token-hash.ts';
import { refusals } from '../wire/auth-error.ts';
import type { AuthCall, UserCall } from '../wire/endpoint.ts';
import { readChallenge, wantedTarget } from '../wire/request-input.ts';
import { browserSecrets, keepInBrowser } from './browser-secrets.ts';

const MOST_LETTERS = 500;
const MOST_CAUSES = 5;

/**
 * Describes in one line why another service failed: messages and codes of the error and its causes. Stack traces are
 * left out; they'd be the same for every click while the service is down.
 */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < MOST_CAUSES; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const said = [at.message || at.name, at.message.includes(code) ? '' : `(${code})`]
      .filter(Boolean)
      .join(' ');
    if (said !== parts.at(-1)) parts.push(said);
  }
  return parts.join(': ').slice(0, MOST_LETTERS);
}

export interface Begun {
  /** At the other service. */
  readonly url: URL;
  readonly cookie: string;
}

/** Client parameters that aren't forwarded: they are ours to set, or would change the response. */
const RESERVED_PARAMETERS = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'invite_token',
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'request',
  'request_uri',
]);
const MOST_PARAMETERS = 10;

/** Redirect URI for the other service. SAML has its own, which the metadata names. */
export const callbackUrl = ({ isSaml }: IdentityProvider, { settings }: AuthParts): string =>
  `${settings.authUrl}${isSaml ? '/sso/saml/acs' : '/callback'}`;

export function findProvider(name: string | null, { identityProviders }: AuthParts): IdentityProvider {
  const provider = identityProviders.find((one) => one.name === name);
  if (!provider) throw refusals.unsupportedProvider();
  return provider;
}

export interface Departure {
  readonly provider: IdentityProvider;
  /** Final redirect target, already checked. */
  readonly target: string;
  readonly challenge: CodeChallenge | null;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** Set if a signed-in user links an identity. */
  readonly linking: UserCall | null;
}

/** Parses the client's request. Throws if it doesn't name a service that users may choose. */
export function readDeparture(call: AuthCall, parts: AuthParts, linking: UserCall | null = null): Departure {
  const query = call.url.searchParams;
  const provider = findProvider(query.get('provider'), parts);
  if (provider.domain !== null) throw refusals.unsupportedProvider();
  return {
    provider,
    target: parts.redirects.resolve(wantedTarget(call)),
    challenge: readChallenge(Object.fromEntries(query), parts.settings),
    scopes: (query.get('scopes') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 20),
    parameters: furtherParameters(query),
    linking,
  };
}

/** Builds the URL to the other service and the state for its return. */
export async function beginSignIn(
  { provider, target, challenge, scopes, parameters, linking }: Departure,
  { now }: AuthCall,
  parts: AuthParts,
): Promise<Begun> {
  const secret = newToken();
  const secrets = browserSecrets(secret);
  const redirectUri = callbackUrl(provider, parts);
  const url = await reach(provider, parts, () =>
    provider.authorizationUrl({ ...secrets, redirectUri, scopes, parameters }),
  );
  await parts.database.query(
    `insert into auth.sign_ins_elsewhere (state_hash, provider, redirect_to, code_challenge, code_challenge_method,
       linking_user_id, linking_session_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hashToken(secrets.state),
      provider.name,
      target,
      challenge?.challenge ?? null,
      challenge?.method ?? null,
      linking?.user.id ?? null,
      linking?.session.id ?? null,
      now,
    ],
  );
  const https = parts.settings.siteUrl.startsWith('https:');
  return { url, cookie: keepInBrowser(secret, { https, isPosted: provider.responseMode === 'form_post' }) };
}

const REFUSALS = {
  unavailable: refusals.providerUnreachable,
  denied: refusals.accessDenied,
  refused: refusals.badCallback,
} as const;

/**
 * Reports a failing service as such; the other ways to sign in keep working. Users see one sentence, the cause is in
 * the log.
 */
export async function reach<T>(
  { name }: IdentityProvider,
  { log }: AuthParts,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    log.warn("couldn't use a login service", { provider: name, reason: reasonOf(error) });
    throw REFUSALS[error.kind](error);
  }
}

function furtherParameters(query: URLSearchParams): Record<string, string> {
  const further = [...query].filter(
    ([name, value]) => !RESERVED_PARAMETERS.has(name) && name.length <= 64 && value.length <= 512,
  );
  return Object.fromEntries(further.slice(0, MOST_PARAMETERS));
}
