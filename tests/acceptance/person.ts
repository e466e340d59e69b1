import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Database } from '#domain/database.types.ts';

export type Client = SupabaseClient<Database>;

/** Somebody with an account, and the official client signed in as them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly client: Client;
  readonly token: string;
}

/** Where the program serves, and its public key. */
export interface Site {
  readonly url: string;
  readonly anonKey: string;
}

export const PASSWORD = 'a kettle of violets';
let people = 0;

/** The official client of a visitor, as the web app makes it, with nothing kept between two tests. */
export function visitor(site: Site): Client {
  return createClient<Database>(site.url, site.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

const TERMS = { terms_accepted: true, marketing_accepted: false };

/** What the registration form sends. */
export const register = (client: Client, email: string, terms: object = TERMS) =>
  client.auth.signUp({ email, password: PASSWORD, options: { data: { full_name: 'Mara Lind', ...terms } } });

/** Somebody new. The program must confirm addresses by itself. */
export async function signUp(site: Site): Promise<Person> {
  people += 1;
  const email = `person-${people}@example.org`;
  const client = visitor(site);
  const { data, error } = await register(client, email);
  if (error) throw error;
  return { id: z.string().parse(data.user?.id), email, client, token: tokenOf(data.session) };
}

/** Whoever has this address, in a session of their own. */
export async function personOf(site: Site, email: string): Promise<Person> {
  const client = visitor(site);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id: data.user.id, email, client, token: tokenOf(data.session) };
}

const tokenOf = (session: unknown): string =>
  z.object({ access_token: z.string() }).parse(session).access_token;

/** The ids of new tasks, in the order of their titles. */
export async function addTasks({ client, id }: Person, titles: readonly string[]): Promise<string[]> {
  const rows = titles.map((title) => ({ title, user_id: id }));
  const { data, error } = await client.from('tasks').insert(rows).select('id, title');
  expect(error).toBeNull();
  const idOf = new Map(data?.map((task) => [task.title, task.id]));
  return titles.map((title) => z.string().parse(idOf.get(title)));
}

export async function addTask(person: Person, title = 'Compare home contents insurance'): Promise<string> {
  return z.string().parse((await addTasks(person, [title]))[0]);
}

export const numbered = (count: number, word = 'Task'): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
