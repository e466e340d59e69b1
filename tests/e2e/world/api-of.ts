import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { PERSON } from './world.ts';

const config = z.object({ anonKey: z.string() });

/** What a person does elsewhere, on another device: the official client, signed in as the person of the page. */
export async function apiOf(url: string, person = PERSON): Promise<SupabaseClient> {
  const { anonKey } = config.parse(await (await fetch(`${url}/config.json`)).json());
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
  const { error } = await client.auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  return client;
}
