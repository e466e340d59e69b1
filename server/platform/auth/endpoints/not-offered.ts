import { z } from 'zod';
import { bearerOf } from '../../http/authenticator.ts';
import { type AuthError, refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type AuthCall, type AuthEndpoint, noBody, openEndpoint, userEndpoint } from '../endpoint.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function refused(method: Method, path: string, refuse: () => AuthError): AuthEndpoint {
  return openEndpoint({
    method,
    path,
    body: noBody,
    async handle() {
      throw refuse();
    },
  });
}

function refusedToUsers(method: Method, path: string, refuse: () => AuthError): AuthEndpoint {
  return userEndpoint({
    method,
    path,
    body: noBody,
    async handle() {
      throw refuse();
    },
  });
}

const factorKind = z.object({ factor_type: z.enum(['totp', 'phone', 'webauthn']) });

const enrollFactor = userEndpoint({
  method: 'POST',
  path: '/factors',
  body: factorKind,
  async handle({ body: { factor_type } }) {
    throw refusals.factorsDisabled(factor_type);
  },
});

/** Only the service key gets as far as hearing that there is nothing. */
function refusedToAdmins(method: Method, path: string): AuthEndpoint {
  return openEndpoint({
    method,
    path,
    body: noBody,
    async handle(call, parts) {
      await requireAdmin(call, parts);
      throw refusals.notSupported(path);
    },
  });
}

async function requireAdmin({ request }: AuthCall, { authenticator }: AuthParts): Promise<void> {
  const bearer = bearerOf(request);
  if (bearer === null) throw refusals.noAuthorization();
  const authentication = await authenticator.fromToken(bearer);
  if (!authentication.ok) throw refusals.badJwt(authentication.message);
  if (authentication.caller.role !== 'service_role') throw refusals.notAdmin();
}

/** What the contract knows and this version does not offer yet, each with the contract's own words for that. */
export const notOffered: readonly AuthEndpoint[] = [
  refused('POST', '/token?grant_type=id_token', refusals.providerDisabled),
  refused('POST', '/token?grant_type=web3', refusals.web3Disabled),
  refused('GET', '/authorize', refusals.unsupportedProvider),
  refused('GET', '/callback', refusals.unsupportedProvider),
  refused('POST', '/callback', refusals.unsupportedProvider),
  refused('POST', '/sso', refusals.samlDisabled),
  refusedToUsers('GET', '/user/identities/authorize', refusals.linkingDisabled),
  refusedToUsers('DELETE', '/user/identities/*', refusals.linkingDisabled),
  enrollFactor,
  refusedToUsers('POST', '/factors/*', refusals.factorNotFound),
  refusedToUsers('DELETE', '/factors/*', refusals.factorNotFound),
  refused('GET', '/passkeys', refusals.passkeysDisabled),
  refused('POST', '/passkeys/*', refusals.passkeysDisabled),
  refusedToAdmins('POST', '/invite'),
  refusedToAdmins('GET', '/admin/*'),
  refusedToAdmins('POST', '/admin/*'),
  refusedToAdmins('PUT', '/admin/*'),
  refusedToAdmins('DELETE', '/admin/*'),
];
