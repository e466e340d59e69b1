import type { SupabaseClient } from '@supabase/supabase-js';
import { loadConfig } from './config.ts';
import { SESSION_KEY } from './session-key.ts';

let creating: Promise<SupabaseClient> | undefined;

/** The official client against our own origin. Made, and its code loaded, when first asked for. */
export function supabase(): Promise<SupabaseClient> {
  creating ??= create().catch((error: unknown) => {
    creating = undefined;
    throw error;
  });
  return creating;
}

async function create(): Promise<SupabaseClient> {
  const [{ createClient }, { anonKey }] = await Promise.all([import('@supabase/supabase-js'), loadConfig()]);
  return createClient(location.origin, anonKey, { auth: { storageKey: SESSION_KEY } });
}
