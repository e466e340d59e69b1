import { z } from 'zod';
import { AuthError, refusals } from '../auth-error.ts';
import { openEndpoint } from '../endpoint.ts';
import { reach } from '../external/begin-sign-in.ts';
import { resolvePerson } from '../external/resolve-person.ts';
import { optionalText } from '../request-input.ts';
import { sessionResponse, signIn } from '../sign-in.ts';

const body = z.object({
  provider: z.string().max(100),
  id_token: z.string().min(1).max(20_000),
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/** POST /token?grant_type=id_token: a token that the client got from the other service by itself. */
export const tokenIdToken = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=id_token',
  body,
  async handle({ body: input, ...call }, parts) {
    await parts.limits.takePeer('tokenPeer', call.context.ip);
    const provider = parts.identityProviders.find(({ name }) => name === input.provider);
    if (!provider?.fromIdToken || provider.domain !== null) throw refusals.providerDisabled();
    // Whoever sends a token by hand has not shown that they stand behind both accounts.
    if (input.link_identity) throw refusals.linkingDisabled();
    const { fromIdToken } = provider;
    const given = {
      idToken: input.id_token,
      accessToken: input.access_token ?? null,
      nonce: input.nonce ?? null,
    };
    const person = await reach(provider, parts, () => fromIdToken(given)).catch((error: unknown) => {
      // OAuth's own shape is what clients of this grant read.
      if (error instanceof AuthError && error.code === 'bad_oauth_callback') throw refusals.badIdToken(error);
      throw error;
    });
    const opened = await parts.database.transaction(async (tx) => {
      const user = await resolvePerson(tx, { provider, person }, call, parts);
      return signIn(tx, user, 'oauth', { call, parts });
    });
    return sessionResponse(opened, call, parts);
  },
});
