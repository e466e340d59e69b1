import type { AuthError } from '@supabase/supabase-js';
import { isNetworkFailure } from '#web/lib/server/ask-auth.ts';
import { commonRefusal } from '#web/lib/session/auth-words.ts';
import { type TextId, t } from '#web/texts/settings.ts';

/** An error of the auth service, or of the browser's WebAuthn dialog. */
export type AnyFailure = Pick<AuthError, 'name' | 'message'> & {
  status?: number | undefined;
  code?: unknown;
};

/** Messages for refusals of the auth service in account settings. */
const REFUSALS: Readonly<Record<string, TextId>> = {
  insufficient_aal: 'security.refused.second_factor',
  mfa_verification_failed: 'security.refused.proof',
  mfa_challenge_expired: 'security.refused.proof',
  mfa_factor_name_conflict: 'security.refused.name_taken',
  too_many_enrolled_mfa_factors: 'security.refused.too_many',
  mfa_factor_not_found: 'security.refused.gone',
  too_many_passkeys: 'security.refused.too_many',
  mfa_verified_factor_exists: 'security.refused.number_known',
  sms_send_failed: 'security.refused.text',
  webauthn_credential_exists: 'security.refused.key_known',
  webauthn_credential_not_found: 'security.refused.gone',
  webauthn_verification_failed: 'security.refused.proof',
  webauthn_challenge_expired: 'security.refused.proof',
  identity_not_found: 'security.refused.gone',
  single_identity_not_deletable: 'security.refused.last_identity',
  provider_unreachable: 'security.refused.unreachable',
  user_sso_managed: 'security.refused.sso',
};

/** WebAuthn errors: dismissed or timed out, already registered. */
const BROWSER_REFUSALS: Readonly<Record<string, TextId>> = {
  NotAllowedError: 'security.refused.dismissed',
  AbortError: 'security.refused.dismissed',
  InvalidStateError: 'security.refused.key_known',
};

export function securityFailure(error: AnyFailure): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const known = REFUSALS[String(error.code)] ?? BROWSER_REFUSALS[error.name];
  if (known) return t(known);
  const common = commonRefusal(error);
  if (common !== null) return common;
  // The service's own message about an invalid address.
  const isWorded = error.code === 'validation_failed';
  return isWorded && error.message !== '' ? error.message : t('security.refused.other');
}
