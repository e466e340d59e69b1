import type { z } from 'zod';
import { bearerOf } from '../../http/tokens/authenticator.ts';
import type { AuthParts } from '../auth-parts.ts';
import { refusals } from '../wire/auth-error.ts';
import { type AuthCall, type AuthEndpoint, openEndpoint } from '../wire/endpoint.ts';

interface Definition<Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: z.ZodType<Body>;
  handle(input: AuthCall & { readonly body: Body }, parts: AuthParts): Promise<Response>;
}

/** Defines an endpoint that requires the service key. */
export function adminEndpoint<Body>(definition: Definition<Body>): AuthEndpoint {
  const open = openEndpoint(definition);
  return {
    ...open,
    access: 'operator',
    async respond(call, parts) {
      await requireAdmin(call, parts);
      return open.respond(call, parts);
    },
  };
}

async function requireAdmin({ request }: AuthCall, { authenticator }: AuthParts): Promise<void> {
  const bearer = bearerOf(request);
  if (bearer === null) throw refusals.noAuthorization();
  const authentication = await authenticator.fromToken(bearer);
  if (!authentication.ok) throw refusals.badJwt(authentication.message);
  if (authentication.caller.role !== 'service_role') throw refusals.notAdmin();
}
