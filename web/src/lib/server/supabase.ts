import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#domain/database.types.ts';
import { logProblem } from '../log.ts';
import { SESSION_KEY } from '../session/session-key.ts';
import { loadConfig } from './config.ts';
import { refreshWhenRefused } from './refresh-when-refused.ts';

/** Typed by the tables and functions as they are after all migrations. */
export type Server = SupabaseClient<Database>;

let creating: Promise<Server> | undefined;

/** The official client against our own origin. Made, and its code loaded, when first asked for. */
export function supabase(): Promise<Server> {
  creating ??= create().catch((error: unknown) => {
    creating = undefined;
    throw error;
  });
  return creating;
}

/** A session that cannot be renewed is over, even where its token would be good for another half hour. Answers with whether. */
async function renew({ auth }: Server): Promise<boolean> {
  const { error } = await auth.refreshSession();
  const isOver =
    error !== null && error.name !== 'AuthRetryableFetchError' && error.name !== 'AuthSessionMissingError';
  if (isOver) await auth.signOut({ scope: 'local' });
  return isOver;
}

/** What the client is made of. */
const loadParts = () => Promise.all([import('@supabase/supabase-js'), loadConfig()]);

/**
 * Asks for what the client is made of before anybody needs it. It is not made yet: it would read the tokens that a link
 * has brought along in the address.
 */
export function expectSupabase(): void {
  loadParts().catch((error: unknown) => logProblem('the client could not be fetched ahead', error));
}

async function create(): Promise<Server> {
  const [{ createClient }, { anonKey }] = await loadParts();
  const server: Server = createClient<Database>(location.origin, anonKey, {
    auth: { storageKey: SESSION_KEY, experimental: { recoveryCodes: true } },
    global: { fetch: refreshWhenRefused(() => renew(server)) },
  });
  return server;
}
