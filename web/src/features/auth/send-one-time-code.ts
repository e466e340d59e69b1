import { supabase } from '#web/lib/supabase.ts';
import { t } from '#web/texts/app.ts';
import { oneTimeFailure } from './failures.ts';

/** Has a code and a link mailed that sign in without a password. It answers the same for every address; null: sent. */
export async function sendOneTimeCode(email: string, next: string): Promise<string | null> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.signInWithOtp({
      email,
      // Terms are accepted in the sign-up form.
      options: { shouldCreateUser: false, emailRedirectTo: location.origin + next },
    });
    return error && oneTimeFailure(error);
  } catch {
    // Not even the client or its configuration could be loaded.
    return t('auth.network_error');
  }
}
