import type { AuthError } from '@supabase/supabase-js';
import { type AuthFailure, isNetworkFailure } from '#web/lib/server/ask-auth.ts';
import { commonRefusal } from '#web/lib/session/auth-words.ts';
import { type TextId, t } from '#web/texts/app.ts';
import type { FactorWay } from './factors/factor-ways.ts';
import type { SentCode } from './recipient.ts';

/** The auth service's own sentence, whatever language the page speaks. */
const NOT_CONFIRMED = 'Email not confirmed';
/** The same, where the texts to one number or from one place are used up: it does not say for how long. */
const TEXTS_USED_UP = 'SMS rate limit exceeded';

/**
 * Message for a refused login. An unconfirmed address is handled by the page, which offers to resend the email.
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

/** A code dies after ten minutes, ten wrong tries, or its first use; the service does not tell which. */
export function codeFailure(error: AuthError, type: SentCode['type']): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  if (error.status === 429) return t('auth.too_many');
  if (error.status !== 403) return t('auth.unexpected');
  return t(type === 'sms' ? 'auth.factor.phone.wrong' : 'auth.code.wrong');
}

/** A session that is gone or too old means that the link is; anything else may be tried again. */
export function updateFailure(error: AuthError): { text: string; linkIsDead: boolean } {
  if (isNetworkFailure(error)) return { text: t('auth.network_error'), linkIsDead: false };
  if (isSessionOver(error)) {
    return { text: t('auth.update.link_invalid'), linkIsDead: true };
  }
  return { text: serverSentence(error) ?? t('auth.update.failed'), linkIsDead: false };
}

/** Also one that is still open, but in which the link was used too long ago. */
function isSessionOver(error: AuthError): boolean {
  const isGone = error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403;
  return isGone || error.code === 'reauthentication_needed';
}

/** Why the second factor does not count. The service does not tell a wrong code from one that was used. */
export function factorFailure(error: AuthFailure, kind: FactorWay['kind']): string {
  if (isNetworkFailure(error)) return t('auth.network_error');
  const common = commonRefusal(error);
  if (common !== null) return common;
  if (error.code === 'sms_send_failed') return t('auth.factor.phone.failed');
  const isTheirs = error.status !== undefined && error.status >= 500;
  return isTheirs ? t('auth.unexpected') : t(`auth.factor.${kind}.wrong`);
}

/** Why another way in did not open. */
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

/** Why no text went out. */
export function textFailure(error: AuthError): string {
  if (error.code === 'sms_send_failed') return t('auth.factor.phone.failed');
  if (error.code === 'validation_failed') return t('auth.phone.required');
  return error.message === TEXTS_USED_UP ? t('auth.text.too_many') : oneTimeFailure(error);
}

/** Why the server refused (4xx): in its own sentence where we have none; its failures stay with it. */
export function serverSentence(error: AuthError): string | null {
  const common = commonRefusal(error);
  if (common !== null) return common;
  const spoken = error.name === 'AuthApiError';
  return spoken && error.status !== undefined && error.status < 500 && error.message !== ''
    ? error.message
    : null;
}
