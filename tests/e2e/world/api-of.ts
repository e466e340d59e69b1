import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { anonKeyOf } from '#tests/worlds/server-process.ts';
import { PERSON } from './world.ts';

/** What a person does elsewhere, on another device: the official client, signed in as the person of the page. */
export async function apiOf(url: string, person = PERSON): Promise<SupabaseClient> {
  const client = createClient(url, await anonKeyOf(url), {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
  const { error } = await client.auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  return client;
}
