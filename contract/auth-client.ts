import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { AUTH_URL, type AuthWorld } from '#tests/worlds/auth-world.ts';

/** The official client as a server or a test uses it: nothing kept, nothing refreshed by itself. */
export function newClient(world: AuthWorld, options: { pkce?: boolean } = {}): SupabaseClient {
  const kept = new Map<string, string>();
  return createClient(world.url, world.anonKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      // The client hides these behind a switch of their own.
      experimental: { passkey: true, recoveryCodes: true },
      flowType: options.pkce ? 'pkce' : 'implicit',
      // Of its own, so that two clients in one test are two browsers.
      persistSession: true,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
  });
}

let people = 0;

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Somebody new, with a password that nobody else would choose. */
export function newPerson(): Person {
  people += 1;
  return { email: `person-${people}@example.org`, password: `violet kettle ${people}` };
}

/** The address in a mail, as it can be opened here: tests listen elsewhere than configured. */
export function linkIn(text: string, world: AuthWorld): URL {
  const found = /http:\/\/\S+\/verify\?\S+/.exec(text)?.[0];
  if (!found?.startsWith(AUTH_URL)) throw new Error(`no link of ours in: ${text}`);
  return new URL(found.replace(AUTH_URL, `${world.url}/auth/v1`));
}

export function codeIn(text: string): string {
  const found = /\b\d{6}\b/.exec(text)?.[0];
  if (!found) throw new Error(`no code in: ${text}`);
  return found;
}

/** Opens a link as a browser would, and says where it leads. */
export async function follow(link: URL): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status !== 303 || location === null) throw new Error(`the link answered ${response.status}`);
  return new URL(location);
}

/** What the part behind # says. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Signs up, opens the mail, and signs in with the password. */
export async function newUser(
  world: AuthWorld,
  person: Person = newPerson(),
): Promise<{ person: Person; client: SupabaseClient; session: Session }> {
  const client = newClient(world);
  await client.auth.signUp(person);
  await follow(linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world));
  const { data, error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  return { person, client, session: data.session };
}

/** A call as any HTTP client makes it, for what the official one cannot send. */
export async function call(
  world: AuthWorld,
  path: string,
  init: { method?: string; body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(`${world.url}/auth/v1${path}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: world.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
      ...init.headers,
    },
    body: init.body === undefined ? undefined : JSON.stringify(init.body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Who a token speaks for in another room: its role, or the status with which it is refused. */
export async function roleOf(world: AuthWorld, token: string): Promise<string | number> {
  const response = await fetch(`${world.url}/probe/v1`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) return response.status;
  return field(await response.json(), 'role');
}

/** A text in a JSON answer; empty when it is not there. */
export function field(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/** The claims of an access token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
