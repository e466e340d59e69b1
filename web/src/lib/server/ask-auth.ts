import type { AuthError } from '@supabase/supabase-js';
import { t } from '#web/texts/app.ts';
import { type Server, supabase } from './supabase.ts';

/** What the client answers in place of what was asked for: an error of the service, or one of the browser's key dialog. */
export type AuthFailure = Pick<AuthError, 'name' | 'message'> & {
  status?: number | undefined;
  code?: string | undefined;
};

/**
 * Whether fetch itself failed (`status` 0): the request left and nothing came back. Told by name: the client's own
 * tests for its errors would load the whole client with a form.
 */
export function isNetworkFailure(error: Pick<AuthFailure, 'name' | 'status'>): boolean {
  return error.name === 'AuthRetryableFetchError' && !error.status;
}

/** Asks the auth service for something. Null: it is done; otherwise the sentence that says why not. */
export async function askAuth<Failure extends AuthFailure>(
  act: (auth: Server['auth']) => Promise<{ error: Failure | null }>,
  word: (error: Failure) => string,
): Promise<string | null> {
  try {
    const { auth } = await supabase();
    const { error } = await act(auth);
    return error && word(error);
  } catch {
    // Not even the client or its configuration could be loaded.
    return t('auth.network_error');
  }
}
