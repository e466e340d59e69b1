import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';
import { logProblem } from '../log.ts';
import { loadConfig } from '../server/config.ts';
import { fetchAsUser } from './fetch-as-user.ts';
import { once } from './once.ts';

/** Typed by the schema after all migrations. */
export type DataApi = PostgrestClient<Database>;

/** Code and configuration of the client. */
const loadParts = () => Promise.all([import('@supabase/postgrest-js'), loadConfig()]);

/** The official client of the tables and of the functions in the database, loaded and created on first use. */
export const dataApi: () => Promise<DataApi> = once(async () => {
  const [{ PostgrestClient }, { anonKey }] = await loadParts();
  return new PostgrestClient<Database>(`${location.origin}/rest/v1`, { fetch: fetchAsUser(anonKey) });
});

/** Preloads what every page of the app waits for. */
export function expectDataApi(): void {
  loadParts().catch((error: unknown) => logProblem('the client could not be fetched ahead', error));
}
