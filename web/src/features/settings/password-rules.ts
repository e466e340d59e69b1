import { t } from '#web/texts/app.ts';
import type { ProofKind } from './change-password.ts';

const PASSWORD_MIN = 6;

/** What a rule answers: the sentence to show, or `true`, as react-hook-form wants it. */
type Rule = (value: string) => string | true;

/** The present password may be of any kind; the digits are six, spaces included or not. */
export function proofRule(kind: ProofKind): Rule {
  return kind === 'code'
    ? (value) => /^\d{6}$/.test(value.replace(/\s/g, '')) || t('auth.code.required')
    : (value) => value !== '' || t('auth.password_required');
}

export function newPasswordRule(value: string): string | true {
  if (value === '') return t('auth.new_password_required');
  return value.length >= PASSWORD_MIN || t('auth.password_too_short');
}
