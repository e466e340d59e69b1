import { z } from 'zod';
import { KNOWN_ISSUERS } from '#server/providers/identity/identity.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertMayLink } from '../external/assert-may-link.ts';
import { reach } from '../external/begin-sign-in.ts';
import { type Linking, linkPerson, tellOfLink } from '../external/link-person.ts';
import { resolvePerson } from '../external/resolve-person.ts';
import { sessionResponse, signIn } from '../sessions/sign-in.ts';
import { AuthError, refusals } from '../wire/auth-error.ts';
import { type AuthCall, openEndpoint, requireUser } from '../wire/endpoint.ts';
import { optionalText } from '../wire/request-input.ts';

const body = z.object({
  provider: z.string().max(100),
  id_token: z.string().min(1).max(20_000),
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/**
 * POST /token?grant_type=id_token: a token the client obtained from the other service itself. Signs in or, with
 * `link_identity`, links it to the caller's account.
 */
export const tokenIdToken = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=id_token',
  body,
  async handle({ body: input, ...call }, parts) {
    await parts.limits.takePeer('proofPeer', call.context.ip);
    const caller = input.link_identity ? await mayLink(call, parts) : null;
    const provider = parts.identityProviders.find(({ name }) => name === input.provider);
    if (!provider?.fromIdToken || provider.domain !== null) {
      throw refusals.providerDisabled(issuerOf(input.provider));
    }
    const { fromIdToken } = provider;
    const given = {
      idToken: input.id_token,
      accessToken: input.access_token ?? null,
      nonce: input.nonce ?? null,
    };
    const person = await reach(provider, parts, () => fromIdToken(given)).catch((error: unknown) => {
      // Clients of this grant expect OAuth's error format.
      if (error instanceof AuthError && error.code === 'bad_oauth_callback') throw refusals.badIdToken(error);
      throw error;
    });
    const opened = await parts.database.transaction(async (tx) => {
      const user = caller
        ? await linkPerson(tx, { provider: provider.name, person, ...caller }, call)
        : await resolvePerson(tx, { provider, person }, call, parts);
      return signIn(tx, user, 'oauth', { call, parts });
    });
    if (caller) tellOfLink(opened.user, provider.name, parts);
    return sessionResponse(opened, call, parts);
  },
});

function issuerOf(provider: string): string | undefined {
  return Object.hasOwn(KNOWN_ISSUERS, provider) ? KNOWN_ISSUERS[provider] : undefined;
}

async function mayLink(call: AuthCall, parts: AuthParts): Promise<Linking> {
  const caller = await requireUser(call, parts);
  await assertMayLink(caller, parts);
  return { userId: caller.user.id, sessionId: caller.session.id };
}
