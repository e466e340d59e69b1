import type { AuthError } from '@supabase/supabase-js';
import { t } from '#web/texts/app.ts';
import { type Server, supabase } from './supabase.ts';

/** Error of the auth service, or of the browser's WebAuthn dialog. */
export type AuthFailure = Pick<AuthError, 'name' | 'message'> & {
  status?: number | undefined;
  code?: string | undefined;
};

/**
 * True if fetch itself failed (`status` 0). Checked by name: the client's own type guards would load the whole
 * client with a form.
 */
export function isNetworkFailure(error: Pick<AuthFailure, 'name' | 'status'>): boolean {
  return error.name === 'AuthRetryableFetchError' && !error.status;
}

/** Calls the auth service. Resolves to null on success, else to an error message. */
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
