import { adminEndpoint } from '../admin/admin-endpoint.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';
import { type AuthCall, type AuthEndpoint, noBody, openEndpoint } from '../wire/endpoint.ts';

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

async function refuseAdmin({ url }: AuthCall): Promise<never> {
  throw refusals.notSupported(url.pathname);
}

/** Endpoints of the contract that this version doesn't offer, each with the contract's error. */
export const notOffered: readonly AuthEndpoint[] = [
  refused('POST', '/token?grant_type=web3', refusals.web3Disabled),
  adminEndpoint({ method: 'GET', path: '/admin/*', body: noBody, handle: refuseAdmin }),
  adminEndpoint({ method: 'POST', path: '/admin/*', body: noBody, handle: refuseAdmin }),
  adminEndpoint({ method: 'PUT', path: '/admin/*', body: noBody, handle: refuseAdmin }),
  adminEndpoint({ method: 'DELETE', path: '/admin/*', body: noBody, handle: refuseAdmin }),
];
