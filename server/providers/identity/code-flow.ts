import * as client from 'openid-client';
import type { AuthorizationAnswer, AuthorizationRequest } from './identity.ts';

/** Timeout in seconds of a call to another service. */
export const TIMEOUT = 8;

/** Returns the URL for the browser, with the parameters that every code flow with PKCE has. */
export async function codeRequest(
  { parameters, redirectUri, scopes, state, codeVerifier }: AuthorizationRequest,
  ownScopes: readonly string[],
): Promise<Record<string, string>> {
  return {
    ...parameters,
    redirect_uri: redirectUri,
    scope: [...new Set([...ownScopes, ...scopes])].join(' '),
    state,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
}

/** Exchanges the returned code for tokens. `expectedNonce`: required in the identity token. */
export function exchangeCode(
  configuration: client.Configuration,
  { redirectUri, parameters, state, codeVerifier }: AuthorizationAnswer,
  more: { expectedNonce?: string } = {},
) {
  const here = new URL(redirectUri);
  here.search = parameters.toString();
  return client.authorizationCodeGrant(configuration, here, {
    ...more,
    expectedState: state,
    pkceCodeVerifier: codeVerifier,
  });
}
