import type { AuthError } from '@supabase/supabase-js';
import { type AuthFailure, isNetworkFailure } from '#web/lib/server/ask-auth.ts';
import { commonRefusal } from '#web/lib/session/auth-words.ts';
import { type TextId, t } from '#web/texts/later.ts';
import type { FactorWay } from './factors/factor-ways.ts';
import type { SentCode } from './recipient.ts';

/** The auth service's English message, whatever the page's language. */
const NOT_CONFIRMED = 'Email not confirmed';
/** Likewise for the rate limit of texts to a number or from an address, which gives no wait. */
const TEXTS_USED_UP = 'SMS rate limit exceeded';

/**
 * Message for a refused login. The page itself handles an unconfirmed address, by offering to resend the email.
 */
export function loginFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  if (error.message.includes('credentials')) return t('auth.wrong_credentials');
  return commonRefusal(error) ?? t('auth.unexpected');
}

export function isUnconfirmed(error: AuthError): boolean {
  return error.code === 'email_not_confirmed' || error.message === NOT_CONFIRMED;
}

export function registerFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  if (error.code === 'user_already_exists' || error.code === 'email_exists')
    return t('auth.email_registered');
  return serverSentence(error) ?? t('auth.registration_error');
}

export function resetFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  return serverSentence(error) ?? t('auth.reset.failed');
}

/** A code expires after ten minutes, ten wrong attempts or its first use; the service doesn't tell which. */
export function codeFailure(error: AuthError, type: SentCode['type']): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  if (error.status === 429) return t('auth.too_many');
  if (error.status !== 403) return t('auth.unexpected');
  return t(type === 'sms' ? 'auth.factor.phone.wrong' : 'auth.code.wrong');
}

/** A missing or old session means that the link is dead; other errors can be retried. */
export function updateFailure(error: AuthError): { text: string; linkIsDead: boolean } {
  if (isNetworkFailure(error)) return { text: t('auth.network_error'), linkIsDead: false };
  if (isSessionOver(error)) {
    return { text: t('auth.update.link_invalid'), linkIsDead: true };
  }
  return { text: serverSentence(error) ?? t('auth.update.failed'), linkIsDead: false };
}

/** Includes a session that is open, but whose link was used too long ago. */
function isSessionOver(error: AuthError): boolean {
  const isGone = error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403;
  return isGone || error.code === 'reauthentication_needed';
}

/** Message for a rejected second factor. The service doesn't distinguish wrong from used codes. */
export function factorFailure(error: AuthFailure, kind: FactorWay['kind']): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const common = commonRefusal(error);
  if (common !== null) return common;
  if (error.code === 'sms_send_failed') return t('auth.factor.phone.failed');
  const isTheirs = error.status !== undefined && error.status >= 500;
  return isTheirs ? t('auth.unexpected') : t(`auth.factor.${kind}.wrong`);
}

/** Message for a failed sign-in by another service. */
export function elsewhereFailure(error: AuthFailure): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return t('auth.passkey.dismissed');
  const known = ELSEWHERE[error.code ?? ''];
  return known ? t(known) : (commonRefusal(error) ?? t('auth.unexpected'));
}

const ELSEWHERE: Readonly<Record<string, TextId>> = {
  webauthn_credential_not_found: 'auth.passkey.unknown',
  webauthn_verification_failed: 'auth.passkey.unknown',
  sso_provider_not_found: 'auth.organisation.unknown',
  provider_unreachable: 'auth.elsewhere.unreachable',
};

export function oneTimeFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  return serverSentence(error) ?? t('auth.one_time.failed');
}

/** Message for a text that wasn't sent. */
export function textFailure(error: AuthError): string {
  if (error.code === 'sms_send_failed') return t('auth.factor.phone.failed');
  if (error.code === 'validation_failed') return t('auth.phone.required');
  return error.message === TEXTS_USED_UP ? t('auth.text.too_many') : oneTimeFailure(error);
}

/** The server's own message for a refusal (4xx); null for its failures (5xx), which aren't shown. */
export function serverSentence(error: AuthError): string | null {
  const common = commonRefusal(error);
  if (common !== null) return common;
  const spoken = error.name === 'AuthApiError';
  return spoken && error.status !== undefined && error.status < 500 && error.message !== ''
    ? error.message
    : null;
}
