import { t } from '#web/texts/app.ts';

/** The specified "basic pattern": something, an at sign, something with a dot. The server decides. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const PASSWORD_MIN = 6;

/** Result of a validation rule for react-hook-form: `true`, or the error message. */
export type Verdict = string | true;

export function emailRule(value: string): Verdict {
  if (value.trim() === '') return t('auth.email_required');
  return EMAIL.test(value.trim()) || t('auth.email_invalid');
}

export function passwordRule(value: string): Verdict {
  if (value === '') return t('auth.password_required');
  return value.length >= PASSWORD_MIN || t('auth.password_too_short');
}

export function newPasswordRule(value: string): Verdict {
  return value === '' ? t('auth.new_password_required') : passwordRule(value);
}

/** E.164 as on the server, with spaces allowed. */
const PHONE = /^\+[1-9](?:\s?\d){6,14}$/;

export function phoneRule(value: string): Verdict {
  return PHONE.test(value.trim()) || t('auth.phone.required');
}

/** As read out or copied, spaces included. */
export function codeRule(value: string): Verdict {
  return /^\d{6}$/.test(value.replace(/\s/g, '')) || t('auth.code.required');
}

export function appCodeRule(value: string): Verdict {
  return codeRule(value) === true || t('auth.factor.code.required');
}

export function textedCodeRule(value: string): Verdict {
  return codeRule(value) === true || t('auth.factor.phone.required');
}

export function recoveryCodeRule(value: string): Verdict {
  return value.trim() !== '' || t('auth.factor.recovery.required');
}

export function fullNameRule(value: string): Verdict {
  return value.trim() !== '' || t('auth.full_name_required');
}

export function termsRule(accepted: boolean): Verdict {
  return accepted || t('auth.terms_required');
}
