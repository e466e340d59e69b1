import { t } from '#web/texts/app.ts';

/** As much of an error of the auth service as is read here. */
export interface AuthRefusal {
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: unknown;
  /** Of a weak password: what it lacks. */
  readonly reasons?: unknown;
}

/** What the auth service refuses wherever it is asked, in words of ours; null where its code says something else. */
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

/** How long to wait stands in the sentence alone: the client drops the header that says it. */
function secondsIn({ message }: AuthRefusal): number | null {
  const seconds = /after (\d+) seconds/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
