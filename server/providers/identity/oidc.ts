import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { z } from 'zod';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import { codeRequest, exchangeCode, TIMEOUT } from './code-flow.ts';
import {
  type ExternalPerson,
  type GivenIdToken,
  IdentityError,
  type IdentityProvider,
  isAtDomain,
} from './identity.ts';
import { asIdentityError } from './identity-failure.ts';
import { postedName } from './posted-name.ts';

export interface OidcOptions {
  readonly name: string;
  /** Pinned: tokens of another issuer are rejected. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `form_post` if the response is posted (as Apple's is if a name is requested). */
  readonly responseMode?: 'query' | 'form_post';
  readonly scopes?: readonly string[] | undefined;
  /** Set for a company's own service. */
  readonly domain?: string | null;
  /** By which tokens are valid yet, or no longer. */
  readonly clock?: Clock;
}

/** Seconds that a clock may change before the service is discovered anew; openid-client forgives 30. */
const CLOCK_DRIFT = 5;
const SCOPES = ['openid', 'email', 'profile'];

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(255).nullish(),
  // Some services write it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
  /** Microsoft's claim that the domain's owner has verified it. Its plain `email` can be anything. */
  xms_edov: z
    .union([z.boolean(), z.literal([1, '1', 'true'])])
    .nullish()
    .catch(undefined),
  // Only for display: the sign-in works without them.
  name: z.string().max(200).nullish().catch(undefined),
  picture: z.string().max(2_000).nullish().catch(undefined),
  nonce: z.string().optional(),
  at_hash: z.string().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** OpenID Connect with discovery, code flow and PKCE, implemented by openid-client. */
export function createOidcProvider(options: OidcOptions): IdentityProvider {
  const { name, clientId, domain = null, responseMode = 'query', scopes = SCOPES } = options;
  const { clock = systemClock } = options;
  const configuration = discoverOnce(options);
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  return {
    name,
    domain,
    isSaml: false,
    responseMode,
    authorizationUrl: (request) =>
      asIdentityError(async () =>
        client.buildAuthorizationUrl(await configuration(), {
          ...(await codeRequest(request, scopes)),
          response_mode: responseMode,
          nonce: request.nonce,
        }),
      ),
    finish: (answer) =>
      asIdentityError(async () => {
        const server = await configuration();
        const tokens = await exchangeCode(server, answer, { expectedNonce: answer.nonce });
        const claims = await withAddress(claimsSchema.parse(tokens.claims()), server, tokens.access_token);
        const person = personOf(claims, domain, tokens.access_token, tokens.refresh_token ?? null);
        return { ...person, name: person.name ?? postedName(answer.parameters) };
      }),
    fromIdToken: (given) =>
      asIdentityError(async () => {
        const found = await configuration();
        const server = found.serverMetadata();
        keys ??= createRemoteJWKSet(new URL(server.jwks_uri ?? ''), { timeoutDuration: TIMEOUT * 1000 });
        const { payload } = await jwtVerify(given.idToken, keys, {
          issuer: server.issuer,
          audience: clientId,
          algorithms: ['RS256', 'ES256', 'PS256'],
          requiredClaims: ['sub', 'exp', 'iat'],
          currentDate: clock.now(),
        });
        const claims = await withAddress(checkBinding(payload, given), found, given.accessToken);
        return personOf(claims, domain, given.accessToken, null);
      }),
  };
}

/**
 * Caches one discovery for all sign-ins; a failed one is retried by the next. It's repeated if this machine's clock was set:
 * what a configuration adds to it can't be changed.
 */
function discoverOnce({
  issuer,
  clientId,
  clientSecret,
  clock = systemClock,
}: OidcOptions): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | undefined;
  let behind = 0;
  const address = new URL(issuer);
  const isLocal = address.protocol === 'http:';
  return () => {
    const now = secondsBehind(clock);
    if (Math.abs(now - behind) > CLOCK_DRIFT) found = undefined;
    if (found) return found;
    behind = now;
    const metadata = { [client.clockSkew]: behind };
    found = client
      .discovery(address, clientId, metadata, secretAsTaken(clientSecret), {
        timeout: TIMEOUT,
        // Otherwise an unsigned token would be accepted if it came straight from the service over TLS.
        execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
}

/** What is to be added to this machine's clock. */
const secondsBehind = (clock: Clock): number => Math.round((clock.now().getTime() - Date.now()) / 1000);

/** Uses `client_secret_basic` for a service that doesn't declare its method (OpenID Connect Discovery, 3). */
function secretAsTaken(secret: string): client.ClientAuth {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const said = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isHeaderAlone = said.includes('client_secret_basic') && !said.includes('client_secret_post');
    return (isHeaderAlone ? inHeader : inBody)(server, ...request);
  };
}

/** Rejects a token issued for another sign-in, or another access token. */
function checkBinding(payload: JWTPayload, { nonce, accessToken }: GivenIdToken): Claims {
  const claims = claimsSchema.parse(payload);
  const expected = nonce === null ? undefined : createHash('sha256').update(nonce).digest('hex');
  if (claims.nonce !== expected) {
    throw new IdentityError('refused', 'The nonce of the token is not the one that was given');
  }
  if (accessToken !== null && claims.at_hash !== undefined) {
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
    if (half !== claims.at_hash) {
      throw new IdentityError('refused', 'The access token does not belong to the identity token');
    }
  }
  return claims;
}

/** Fetches the address from the userinfo endpoint if the identity token has none, as with some services. */
async function withAddress(
  claims: Claims,
  server: client.Configuration,
  accessToken: string | null,
): Promise<Claims> {
  if (claims.email || accessToken === null || !server.serverMetadata().userinfo_endpoint) return claims;
  // Rejected if it is about someone else.
  const told = claimsSchema
    .omit({ iss: true })
    .parse(await client.fetchUserInfo(server, accessToken, claims.sub));
  return {
    ...claims,
    email: told.email,
    email_verified: told.email_verified,
    name: told.name ?? claims.name,
    picture: told.picture ?? claims.picture,
  };
}

function personOf(
  claims: Claims,
  domain: string | null,
  accessToken: string | null,
  refreshToken: string | null,
): ExternalPerson {
  const isVouchedFor =
    claims.email_verified === true || claims.email_verified === 'true' || Boolean(claims.xms_edov);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email ?? null,
    // A company's service is only trusted for addresses at its domain.
    emailVerified: domain === null ? isVouchedFor : isAtDomain(claims.email ?? null, domain),
    name: claims.name ?? null,
    pictureUrl: claims.picture ?? null,
    accessToken,
    refreshToken,
  };
}
