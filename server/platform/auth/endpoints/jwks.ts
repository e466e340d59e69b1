import { noBody, openEndpoint } from '../wire/endpoint.ts';

/** GET /.well-known/jwks.json: public keys, for clients that verify access tokens themselves. */
export const jwks = openEndpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  body: noBody,
  async handle(_call, { keys }) {
    return Response.json(keys.publicJwks, { headers: { 'Cache-Control': 'public, max-age=600' } });
  },
});
