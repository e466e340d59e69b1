import type { GoTrueClient } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';
import { authClient, loadAuthParts } from '../clients/auth-client.ts';
import { fetchAsUser } from '../clients/fetch-as-user.ts';
import { once } from '../clients/once.ts';
import { logProblem } from '../log.ts';
import { keptSession } from '../session/kept-session.ts';
import { loadConfig } from './config.ts';

/** Tables, typed by the schema after all migrations. */
export type DataApi = PostgrestClient<Database>;

/** Tables, functions and the auth service. */
export type Server = DataApi & {
  readonly auth: GoTrueClient;
  readonly functions: FunctionsClient;
};

/** Code and configuration of the tables' client. */
const loadParts = () => Promise.all([import('@supabase/postgrest-js'), loadConfig()]);

/**
 * The official client of the tables, loaded and created on first use. What the first view reads and changes by it doesn't
 * wait for the auth service's.
 */
export const dataApi: () => Promise<DataApi> = once(async () => {
  const [{ PostgrestClient }, { anonKey }] = await loadParts();
  return new PostgrestClient<Database>(`${location.origin}/rest/v1`, { fetch: fetchAsUser(anonKey) });
});

/** The official clients for our own origin, loaded and created on first use. */
export const supabase: () => Promise<Server> = once(async () => {
  const [{ FunctionsClient }, { anonKey }, tables, auth] = await Promise.all([
    import('@supabase/functions-js'),
    loadConfig(),
    dataApi(),
    authClient(),
  ]);
  const functions = new FunctionsClient(`${location.origin}/functions/v1`, {
    customFetch: fetchAsUser(anonKey),
  });
  return Object.assign(tables, { auth, functions });
});

/**
 * Preloads the code that a page of the app waits for. Doesn't create the clients yet: that would read the tokens from a
 * link's URL.
 */
export function expectSupabase(): void {
  const parts = keptSession() === null ? [loadParts(), loadAuthParts()] : [loadParts()];
  Promise.all(parts).catch((error: unknown) => logProblem('the client could not be fetched ahead', error));
}
