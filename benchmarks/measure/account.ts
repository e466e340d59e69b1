import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';

export interface Account {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of everybody who signs up here. */
export const PASSWORD = 'a long enough passphrase';

const browserConfig = z.object({ anonKey: z.string() });

/** Registers a person through the official client, as the web app does. The server must confirm addresses by itself. */
export async function signUp(url: string, name: string): Promise<Account> {
  const { anonKey } = browserConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const email = `${name}@example.org`;
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: name, terms_accepted: true, marketing_accepted: false } },
  });
  if (error) throw error;
  if (!data.session) throw new Error('the sign-up gave no session');
  return {
    client,
    userId: data.session.user.id,
    email,
    headers: { apikey: anonKey, authorization: `Bearer ${data.session.access_token}` },
  };
}

/** Adds tasks in bulk and answers with their ids. */
export async function addTasks({ client, userId }: Account, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: userId,
    title: `Compare the home contents insurance of three providers, part ${index}`,
    category: index % 3 === 0 ? 'work' : 'personal',
    priority: 'medium',
    timeframe: 'today',
  }));
  const { data, error } = await client.from('tasks').insert(rows).select('id');
  if (error) throw error;
  return z
    .array(z.object({ id: z.string() }))
    .parse(data)
    .map(({ id }) => id);
}
