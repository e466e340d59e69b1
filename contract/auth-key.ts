import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { AuthWorld } from '#tests/worlds/auth-world.ts';
import { call } from './auth-client.ts';
import type { Flaw, SoftAuthenticator } from './soft-authenticator.ts';

export async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

const challengeAnswer = z.object({
  id: z.string(),
  webauthn: z.object({
    type: z.enum(['create', 'request']),
    credential_options: z.object({
      publicKey: z.looseObject({
        challenge: z.string(),
        user: z.object({ id: z.string() }).optional(),
      }),
    }),
  }),
});

/** Asks what a security key has to sign, and answers as the key does: the body that `/verify` takes. */
export async function answerOfKey(
  world: AuthWorld,
  client: SupabaseClient,
  factorId: string,
  key: SoftAuthenticator,
  flaw: Flaw = {},
): Promise<object> {
  const token = await tokenOf(client);
  const challenged = await call(world, `/factors/${factorId}/challenge`, { body: {}, token });
  const { id, webauthn } = challengeAnswer.parse(challenged.body);
  const { publicKey } = webauthn.credential_options;
  const credential =
    webauthn.type === 'create'
      ? key.create({ challenge: publicKey.challenge, user: publicKey.user ?? { id: '' } }, flaw)
      : key.get(publicKey, flaw);
  return { challenge_id: id, webauthn: { type: webauthn.type, credential_response: credential } };
}

/** The same, sent. */
export async function showKey(
  world: AuthWorld,
  client: SupabaseClient,
  factorId: string,
  key: SoftAuthenticator,
  flaw: Flaw = {},
) {
  const body = await answerOfKey(world, client, factorId, key, flaw);
  const answer = await call(world, `/factors/${factorId}/verify`, { body, token: await tokenOf(client) });
  return { answer, body };
}
