import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';

export interface Account {
  /** Of the server. */
  readonly url: string;
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of everybody who signs up here. */
export const PASSWORD = 'a long enough passphrase';

const browserConfig = z.object({ anonKey: z.string() });

const openClient = async (url: string): Promise<Opened> => {
  const { anonKey } = browserConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const auth = { persistSession: false, autoRefreshToken: false };
  return { url, client: createClient(url, anonKey, { auth }), anonKey };
};

interface Opened {
  readonly url: string;
  readonly client: SupabaseClient;
  readonly anonKey: string;
}

const toAccount = ({ url, client, anonKey }: Opened, email: string, session: Session): Account => ({
  url,
  client,
  userId: session.user.id,
  email,
  headers: { apikey: anonKey, authorization: `Bearer ${session.access_token}` },
});

/** Registers a person through the official client, as the web app does. The server must confirm addresses by itself. */
export async function signUp(url: string, name: string): Promise<Account> {
  const opened = await openClient(url);
  const email = `${name}@example.org`;
  const { data, error } = await opened.client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: name, terms_accepted: true, marketing_accepted: false } },
  });
  if (error) throw error;
  if (!data.session) throw new Error('the sign-up gave no session');
  return toAccount(opened, email, data.session);
}

export async function signIn(url: string, email: string): Promise<Account> {
  const opened = await openClient(url);
  const { data, error } = await opened.client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return toAccount(opened, email, data.session);
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
