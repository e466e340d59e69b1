import type { GoTrueClient } from '@supabase/auth-js';
import { loadConfig } from '../server/config.ts';
import { keptSession } from '../session/kept-session.ts';
import { SESSION_KEY } from '../session/session-key.ts';
import { once } from './once.ts';

/** Code and configuration of the client. */
export const loadAuthParts = () => Promise.all([import('@supabase/auth-js'), loadConfig()]);

let known: GoTrueClient | undefined;
const waiting = new Set<(auth: GoTrueClient) => void>();

/** The official client of the auth service, loaded and created on first use. */
export const authClient: () => Promise<GoTrueClient> = once(async () => {
  const [{ GoTrueClient }, { anonKey }] = await loadAuthParts();
  known = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { Authorization: `Bearer ${anonKey}`, apikey: anonKey },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
    experimental: { recoveryCodes: true },
  });
  for (const act of waiting) act(known);
  return known;
});

/** Calls `act` as soon as the client is there, before it has looked at the session; doesn't load it. */
export function onAuthClient(act: (auth: GoTrueClient) => void): void {
  if (known) act(known);
  else waiting.add(act);
}

/**
 * Token of whoever is signed in. Before the client is there, the one that it has kept, unless that is about to expire:
 * the first view doesn't wait for code that it doesn't need.
 */
export async function accessToken(): Promise<string | null> {
  const kept = known ? null : keptSession();
  if (kept) return kept.access_token;
  const auth = await authClient();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

/**
 * A session that can't be refreshed is over, even if its token is valid for another half hour. Resolves to
 * whether it is.
 */
export async function renewSession(): Promise<boolean> {
  const auth = await authClient();
  const { error } = await auth.refreshSession();
  const isOver =
    error !== null && error.name !== 'AuthRetryableFetchError' && error.name !== 'AuthSessionMissingError';
  if (isOver) await auth.signOut({ scope: 'local' });
  return isOver;
}
