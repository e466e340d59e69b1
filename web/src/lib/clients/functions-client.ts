import type { FunctionsClient } from '@supabase/functions-js';
import { loadConfig } from '../server/config.ts';
import { fetchAsUser } from './fetch-as-user.ts';
import { once } from './once.ts';

/** The official client of the functions, loaded and created on first use. */
export const functionsClient: () => Promise<FunctionsClient> = once(async () => {
  const [{ FunctionsClient }, { anonKey }] = await Promise.all([
    import('@supabase/functions-js'),
    loadConfig(),
  ]);
  return new FunctionsClient(`${location.origin}/functions/v1`, { customFetch: fetchAsUser(anonKey) });
});
