import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#domain/database.types.ts';
import { logProblem } from '../log.ts';
import { SESSION_KEY } from '../session/session-key.ts';
import { loadConfig } from './config.ts';
import { refreshWhenRefused } from './refresh-when-refused.ts';

/** Typed by the schema after all migrations. */
export type Server = SupabaseClient<Database>;

let creating: Promise<Server> | undefined;

/** The official client for our own origin, loaded and created on first use. */
export function supabase(): Promise<Server> {
  creating ??= create().catch((error: unknown) => {
    creating = undefined;
    throw error;
  });
  return creating;
}

/**
 * A session that can't be refreshed is over, even if its token is valid for another half hour. Resolves to
 * whether it is.
 */
async function renew({ auth }: Server): Promise<boolean> {
  const { error } = await auth.refreshSession();
  const isOver =
    error !== null && error.name !== 'AuthRetryableFetchError' && error.name !== 'AuthSessionMissingError';
  if (isOver) await auth.signOut({ scope: 'local' });
  return isOver;
}

/** Code and configuration of the client. */
const loadParts = () => Promise.all([import('@supabase/supabase-js'), loadConfig()]);

/** Preloads the client's code. Doesn't create it yet: that would read the tokens from a link's URL. */
export function expectSupabase(): void {
  loadParts().catch((error: unknown) => logProblem('the client could not be fetched ahead', error));
}

/** Milliseconds before each try to open the live connection again. */
const RECONNECT = [400, 1000, 2000, 5000, 10_000];

/**
 * The first try comes soon: a server that stops closes its connections while another one already serves. Spread, since
 * everybody's connection ends at the same time.
 */
const reconnectAfterMs = (tries: number): number =>
  (RECONNECT[tries - 1] ?? RECONNECT.at(-1) ?? 0) * (0.5 + Math.random() / 2);

async function create(): Promise<Server> {
  const [{ createClient }, { anonKey }] = await loadParts();
  const server: Server = createClient<Database>(location.origin, anonKey, {
    auth: { storageKey: SESSION_KEY, experimental: { recoveryCodes: true } },
    realtime: { reconnectAfterMs },
    global: { fetch: refreshWhenRefused(() => renew(server)) },
  });
  return server;
}
