import { askAuth } from '#web/lib/ask-auth.ts';
import { oneTimeFailure } from './failures.ts';

/** Has a code and a link mailed that sign in without a password. It answers the same for every address; null: sent. */
export function sendOneTimeCode(email: string, next: string): Promise<string | null> {
  // Terms are accepted in the sign-up form.
  const options = { shouldCreateUser: false, emailRedirectTo: location.origin + next };
  return askAuth((auth) => auth.signInWithOtp({ email, options }), oneTimeFailure);
}
