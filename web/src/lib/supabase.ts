import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#domain/database.types.ts';
import { loadConfig } from './config.ts';
import { SESSION_KEY } from './session-key.ts';

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

async function create(): Promise<Server> {
  const [{ createClient }, { anonKey }] = await Promise.all([import('@supabase/supabase-js'), loadConfig()]);
  return createClient<Database>(location.origin, anonKey, { auth: { storageKey: SESSION_KEY } });
}
