import type { AuthError } from '@supabase/supabase-js';
import { isNetworkFailure } from '#web/lib/ask-auth.ts';
import { type TextId, t } from '#web/texts/settings.ts';

/** An error of the auth service, or of the browser's dialog for keys. */
export type AnyFailure = Pick<AuthError, 'name' | 'message'> & {
  status?: number | undefined;
  code?: unknown;
};

/** What a refusal of the auth service means for somebody who looks after their account. */
const REFUSALS: Readonly<Record<string, TextId>> = {
  captcha_failed: 'auth.captcha',
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
  over_request_rate_limit: 'auth.too_many',
};

/** The browser's names for: dismissed or timed out, already registered. */
const BROWSER_REFUSALS: Readonly<Record<string, TextId>> = {
  NotAllowedError: 'security.refused.dismissed',
  AbortError: 'security.refused.dismissed',
  InvalidStateError: 'security.refused.key_known',
};

const WORDED = new Set(['over_email_send_rate_limit', 'over_sms_send_rate_limit', 'validation_failed']);

export function securityFailure(error: AnyFailure): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const known = REFUSALS[String(error.code)] ?? BROWSER_REFUSALS[error.name];
  if (known) return t(known);
  // The service words itself how long to wait for the next message, and what is wrong with an address.
  const isWorded = WORDED.has(String(error.code));
  return isWorded && error.message !== '' ? error.message : t('security.refused.other');
}
