import { noBody, openEndpoint } from '../wire/endpoint.ts';

/** GET /.well-known/jwks.json: the public keys with which clients verify access tokens by themselves. */
export const jwks = openEndpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  body: noBody,
  async handle(_call, { keys }) {
    return Response.json(keys.publicJwks, { headers: { 'Cache-Control': 'public, max-age=600' } });
  },
});
