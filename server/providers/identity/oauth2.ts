import * as client from 'openid-client';
import { z } from 'zod';
import { codeRequest, exchangeCode, TIMEOUT } from './code-flow.ts';
import { type ExternalPerson, IdentityError, type IdentityProvider } from './identity.ts';
import { asIdentityError } from './identity-failure.ts';

export interface Oauth2Options {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Issuer in its responses (RFC 9207). Defaults to the origin of `authorizeUrl`. Responses may omit it. */
  readonly issuer: string | null;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Returns the person as JSON: `id` or `sub`, `email`, `email_verified`, `name`. */
  readonly userUrl: string;
  /** GitHub lists addresses separately: `{email, primary, verified}`. */
  readonly emailsUrl: string | null;
  readonly scopes: readonly string[];
}

/** Maximum bytes of a response about a person. */
const MOST_BYTES = 100_000;

const userSchema = z.object({
  id: z.union([z.number().int(), z.string().min(1).max(255)]).optional(),
  sub: z.string().min(1).max(255).optional(),
  email: z.string().max(255).nullish(),
  email_verified: z.boolean().nullish(),
  // Only for display: the sign-in works without them.
  name: z.string().max(200).nullish().catch(undefined),
  login: z.string().max(200).nullish().catch(undefined),
  avatar_url: z.string().max(2_000).nullish().catch(undefined),
  picture: z.string().max(2_000).nullish().catch(undefined),
});
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** OAuth 2 without OpenID (GitHub and similar): code flow with PKCE, then a request for the user. */
export function createOauth2Provider(options: Oauth2Options): IdentityProvider {
  // Stored with each identity, so it must not change if a service changes its issuer name.
  const { origin } = new URL(options.authorizeUrl);
  const configuration = new client.Configuration(
    {
      issuer: options.issuer ?? origin,
      authorization_endpoint: options.authorizeUrl,
      token_endpoint: options.tokenUrl,
    },
    options.clientId,
    options.clientSecret,
  );
  configuration.timeout = TIMEOUT;
  if (origin.startsWith('http:')) client.allowInsecureRequests(configuration);

  const ask = async <T>(url: string, token: string, schema: z.ZodType<T>): Promise<T> => {
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'Errand' });
    const response = await client.fetchProtectedResource(
      configuration,
      token,
      new URL(url),
      'GET',
      undefined,
      headers,
    );
    if (!response.ok) throw new IdentityError('unavailable', `The login service answered ${response.status}`);
    const text = await response.text();
    if (text.length > MOST_BYTES)
      throw new IdentityError('refused', 'The answer about the person is too long');
    return schema.parse(JSON.parse(text));
  };

  async function personOf(accessToken: string, refreshToken: string | null): Promise<ExternalPerson> {
    const user = await ask(options.userUrl, accessToken, userSchema);
    const subject = user.sub ?? user.id;
    if (subject === undefined) throw new IdentityError('refused', 'The login service doesn’t say who it is');
    const listed = options.emailsUrl ? await ask(options.emailsUrl, accessToken, emailsSchema) : [];
    const primary = listed.find((entry) => entry.primary);
    return {
      issuer: origin,
      subject: String(subject),
      email: primary?.email ?? user.email ?? null,
      emailVerified: primary ? primary.verified : user.email_verified === true,
      name: user.name ?? user.login ?? null,
      pictureUrl: user.avatar_url ?? user.picture ?? null,
      accessToken,
      refreshToken,
    };
  }

  return {
    name: options.name,
    domain: null,
    isSaml: false,
    responseMode: 'query',
    authorizationUrl: (request) =>
      asIdentityError(async () =>
        client.buildAuthorizationUrl(configuration, await codeRequest(request, options.scopes)),
      ),
    finish: (answer) =>
      asIdentityError(async () => {
        const tokens = await exchangeCode(configuration, answer);
        return personOf(tokens.access_token, tokens.refresh_token ?? null);
      }),
    fromIdToken: null,
  };
}
