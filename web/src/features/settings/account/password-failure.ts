import type { AuthError } from '@supabase/supabase-js';
import { isNetworkFailure } from '#web/lib/server/ask-auth.ts';
import { commonRefusal } from '#web/lib/session/auth-words.ts';
import { type TextId, t } from '#web/texts/settings.ts';

/** What each refusal of the auth service means for somebody who stands before this form. */
const REFUSALS: Readonly<Record<string, TextId>> = {
  current_password_invalid: 'settings.password.current_wrong',
  reauthentication_not_valid: 'auth.code.wrong',
  reauthentication_needed: 'settings.password.proof_missing',
  user_sso_managed: 'settings.password.sso',
  email_not_confirmed: 'settings.password.unconfirmed',
  insufficient_aal: 'settings.password.second_factor',
  conflict: 'settings.password.conflict',
};

/** Why the password was not changed, or the code not mailed. */
export function passwordFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const known = REFUSALS[error.code ?? ''];
  return known ? t(known) : (commonRefusal(error) ?? t('auth.update.failed'));
}
