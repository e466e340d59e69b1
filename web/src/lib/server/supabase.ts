import type { GoTrueClient } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';
import { authClient, loadAuthParts } from '../clients/auth-client.ts';
import { fetchAsUser } from '../clients/fetch-as-user.ts';
import { once } from '../clients/once.ts';
import { logProblem } from '../log.ts';
import { loadConfig } from './config.ts';

/** Tables, typed by the schema after all migrations, with the functions and the auth service. */
export type Server = PostgrestClient<Database> & {
  readonly auth: GoTrueClient;
  readonly functions: FunctionsClient;
};

/** Code and configuration of the clients. */
const loadParts = () =>
  Promise.all([import('@supabase/postgrest-js'), import('@supabase/functions-js'), loadConfig()]);

/** The official clients for our own origin, loaded and created on first use. */
export const supabase: () => Promise<Server> = once(async () => {
  const [[{ PostgrestClient }, { FunctionsClient }, { anonKey }], auth] = await Promise.all([
    loadParts(),
    authClient(),
  ]);
  const customFetch = fetchAsUser(anonKey);
  const tables = new PostgrestClient<Database>(`${location.origin}/rest/v1`, { fetch: customFetch });
  const functions = new FunctionsClient(`${location.origin}/functions/v1`, { customFetch });
  return Object.assign(tables, { auth, functions });
});

/** Preloads the clients' code. Doesn't create them yet: that would read the tokens from a link's URL. */
export function expectSupabase(): void {
  Promise.all([loadParts(), loadAuthParts()]).catch((error: unknown) =>
    logProblem('the client could not be fetched ahead', error),
  );
}
