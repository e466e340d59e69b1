import type { GoTrueClient } from '@supabase/auth-js';
import { loadConfig } from '../server/config.ts';
import { SESSION_KEY } from '../session/session-key.ts';
import { once } from './once.ts';

/** Code and configuration of the client. */
export const loadAuthParts = () => Promise.all([import('@supabase/auth-js'), loadConfig()]);

/** The official client of the auth service, loaded and created on first use. */
export const authClient: () => Promise<GoTrueClient> = once(async () => {
  const [{ GoTrueClient }, { anonKey }] = await loadAuthParts();
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { Authorization: `Bearer ${anonKey}`, apikey: anonKey },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
    experimental: { recoveryCodes: true },
  });
});

/** Token of whoever is signed in. */
export async function accessToken(): Promise<string | null> {
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
