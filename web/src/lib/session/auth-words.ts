import { t } from '#web/texts/app.ts';

/** Fields used of an auth service error. */
export interface AuthRefusal {
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: unknown;
  /** Reasons why a password is weak. */
  readonly reasons?: unknown;
}

/** Message for refusals that any auth call can get; null for other codes. */
export function commonRefusal(error: AuthRefusal): string | null {
  switch (error.code) {
    case 'captcha_failed':
      return t('auth.captcha');
    case 'weak_password':
      return t(isTooShort(error) ? 'auth.password_too_short' : 'auth.password_common');
    case 'same_password':
      return t('auth.password_same');
    case 'over_email_send_rate_limit': {
      const seconds = secondsIn(error);
      return seconds === null ? t('auth.mail.too_many') : t('auth.mail.too_soon', { seconds });
    }
    case 'over_sms_send_rate_limit': {
      const seconds = secondsIn(error);
      return seconds === null ? t('auth.too_many') : t('auth.text.too_soon', { seconds });
    }
    default:
      return error.status === 429 ? t('auth.too_many') : null;
  }
}

function isTooShort({ reasons }: AuthRefusal): boolean {
  return Array.isArray(reasons) && reasons.includes('length');
}

/** Parses the wait from the message: the client drops the header that carries it. */
function secondsIn({ message }: AuthRefusal): number | null {
  const seconds = /after (\d+) seconds/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
