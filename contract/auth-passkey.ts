import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { AuthWorld } from '#tests/worlds/auth-world.ts';
import { newClient } from './auth-client.ts';
import type { Flaw, SoftAuthenticator } from './soft-authenticator.ts';

export const passkeyOptions = z.looseObject({ challenge: z.string() });
const registrationOptions = passkeyOptions.extend({ user: z.object({ id: z.string() }) });

/** Makes a passkey for whoever is signed in. */
export async function registerPasskey(client: SupabaseClient, key: SoftAuthenticator, flaw: Flaw = {}) {
  const begun = await client.auth.passkey.startRegistration();
  if (begun.error) throw begun.error;
  const { challenge_id, options } = begun.data;
  const credential = key.create(registrationOptions.parse(options), flaw);
  return client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential });
}

/** Another browser that shows the key. */
export async function signInWithPasskey(world: AuthWorld, key: SoftAuthenticator, flaw: Flaw = {}) {
  const client = newClient(world);
  const begun = await client.auth.passkey.startAuthentication();
  if (begun.error) throw begun.error;
  const { challenge_id, options } = begun.data;
  const credential = key.get(passkeyOptions.parse(options), flaw);
  const answer = await client.auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential });
  return { client, answer, challengeId: challenge_id, credential };
}
