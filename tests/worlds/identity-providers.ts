import { type Log, silentLog } from '#server/lib/log.ts';
import type { IdentityProvider } from '#server/providers/identity/identity.ts';
import { createOauth2Provider } from '#server/providers/identity/oauth2.ts';
import { createOidcProvider } from '#server/providers/identity/oidc.ts';
import { createSamlProvider } from '#server/providers/identity/saml.ts';
import type { IdentitySimulator } from '#simulators/identity/start-identity-simulator.ts';
import type { SamlSimulator } from '#simulators/identity/start-saml-simulator.ts';

/** The simulator twice: once with OpenID Connect, once as a service of GitHub's kind. */
export function openIdentityProviders(simulator: IdentitySimulator): IdentityProvider[] {
  const { url, clientId, clientSecret } = simulator;
  return [
    createOidcProvider({ name: 'google', issuer: url, clientId, clientSecret }),
    createOauth2Provider({
      name: 'github',
      clientId,
      clientSecret,
      issuer: `${url}/login/oauth`,
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      userUrl: `${url}/user`,
      emailsUrl: `${url}/user/emails`,
      scopes: ['read:user', 'user:email'],
    }),
  ];
}

/** The simulator as a service of Apple's kind: it tells no name but once, beside an answer that is posted. */
export function openPostingProvider({ url, clientId, clientSecret }: IdentitySimulator): IdentityProvider {
  const scopes = ['openid', 'email', 'name'];
  return createOidcProvider({
    name: 'apple',
    issuer: url,
    clientId,
    clientSecret,
    scopes,
    responseMode: 'form_post',
  });
}

/** The company at corp.example. */
export function openSamlProvider(
  simulator: SamlSimulator,
  authUrl: string,
  log: Log = silentLog,
): IdentityProvider {
  return createSamlProvider({
    name: 'sso:corp.example',
    domain: 'corp.example',
    metadataUrl: simulator.metadataUrl,
    entityId: `${authUrl}/sso/saml/metadata`,
    log,
  });
}
