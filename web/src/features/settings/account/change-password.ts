import type { AuthError } from '@supabase/supabase-js';
import { askAuth, isNetworkFailure } from '#web/lib/server/ask-auth.ts';
import { commonRefusal } from '#web/lib/session/auth-words.ts';
import { type TextId, t } from '#web/texts/settings.ts';

/** Messages for refusals of the auth service. */
const REFUSALS: Readonly<Record<string, TextId>> = {
  current_password_invalid: 'settings.password.current_wrong',
  reauthentication_not_valid: 'auth.code.wrong',
  reauthentication_needed: 'settings.password.proof_missing',
  user_sso_managed: 'settings.password.sso',
  email_not_confirmed: 'settings.password.unconfirmed',
  insufficient_aal: 'settings.password.second_factor',
  conflict: 'settings.password.conflict',
};

/** Message if the password wasn't changed, or the code wasn't sent. */
export function passwordFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const known = REFUSALS[error.code ?? ''];
  return known ? t(known) : (commonRefusal(error) ?? t('auth.update.failed'));
}

/** Proof of ownership: the current password or an emailed code. */
export type ProofKind = 'password' | 'code';

/** Changes the password. Resolves to null if changed, else to an error message. */
export function changePassword(
  password: string,
  proof: { kind: ProofKind; text: string },
): Promise<string | null> {
  const shown =
    proof.kind === 'code' ? { nonce: proof.text.replace(/\s/g, '') } : { current_password: proof.text };
  return askAuth((auth) => auth.updateUser({ password, ...shown }), passwordFailure);
}

/**
 * Sends a code to the account's email address, or to its number if it has none. Resolves to null if sent, else
 * to an error message.
 */
export function sendCode(): Promise<string | null> {
  return askAuth((auth) => auth.reauthenticate(), passwordFailure);
}
