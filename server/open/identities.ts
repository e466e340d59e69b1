import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { IdentityProvider } from '../providers/identity/identity.ts';

/**
 * Opens the sign-in services. They aren't contacted before the first sign-in, and their libraries are only loaded if
 * a service needs them: SAML's takes 25 MB.
 */
export function openIdentities(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<IdentityProvider[]> {
  const entityId = `${config.publicUrl}/auth/v1/sso/saml/metadata`;
  const opened = config.identity.map(async (identity) => {
    switch (identity.kind) {
      case 'oidc': {
        const { createOidcProvider } = await import('../providers/identity/oidc.ts');
        return createOidcProvider({ ...identity, scopes: identity.scopes ?? undefined, clock });
      }
      case 'oauth': {
        const { createOauth2Provider } = await import('../providers/identity/oauth2.ts');
        return createOauth2Provider(identity);
      }
      case 'saml': {
        const { createSamlProvider } = await import('../providers/identity/saml.ts');
        return createSamlProvider({ ...identity, entityId, log, clock });
      }
    }
  });
  return Promise.all(opened);
}
