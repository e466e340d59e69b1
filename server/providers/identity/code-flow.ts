import * as client from 'openid-client';
import type { AuthorizationAnswer, AuthorizationRequest } from './identity.ts';

/** Seconds to wait for an answer of another service. */
export const TIMEOUT = 8;

/** What every request of the code flow with PKCE says, in the address that the browser is sent to. */
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

/** The code that came back, for tokens. `expectedNonce`: what an identity token must hold. */
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
