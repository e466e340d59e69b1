import { noBody, openEndpoint } from '../wire/endpoint.ts';

/** GET /health: clients and probes look for this name. */
export const health = openEndpoint({
  method: 'GET',
  path: '/health',
  body: noBody,
  async handle(_call, { settings: { brandName } }) {
    return Response.json({
      version: 'v2',
      name: 'GoTrue',
      description: `${brandName} speaks the contract of GoTrue, a user registration and authentication API`,
    });
  },
});
