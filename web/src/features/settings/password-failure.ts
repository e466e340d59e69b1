import type { AuthError } from '@supabase/supabase-js';
import { isNetworkFailure } from '#web/lib/ask-auth.ts';
import { type TextId, t } from '#web/texts/settings.ts';

/** What each refusal of the auth service means for somebody who stands before this form. */
const REFUSALS: Readonly<Record<string, TextId>> = {
  current_password_invalid: 'settings.password.current_wrong',
  reauthentication_not_valid: 'auth.code.wrong',
  reauthentication_needed: 'settings.password.proof_missing',
  same_password: 'settings.password.same',
  user_sso_managed: 'settings.password.sso',
  email_not_confirmed: 'settings.password.unconfirmed',
  insufficient_aal: 'settings.password.second_factor',
  conflict: 'settings.password.conflict',
  over_request_rate_limit: 'auth.too_many',
};

/** Why the password was not changed, or the code not mailed. */
export function passwordFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const known = REFUSALS[error.code ?? ''];
  if (known) return t(known);
  // The service words these itself: what a password lacks, and how long to wait for the next mail.
  const isWorded = error.code === 'weak_password' || error.code === 'over_email_send_rate_limit';
  return isWorded && error.message !== '' ? error.message : t('auth.update.failed');
}
