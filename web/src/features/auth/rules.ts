import { messages } from '#domain/messages.ts';

/** The specified "basic pattern": something, an at sign, something with a dot. The server decides for real. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const PASSWORD_MIN = 6;

/** What a rule answers: the sentence to show, or `true`, as react-hook-form wants it. */
type Verdict = string | true;

export function emailRule(value: string): Verdict {
  if (value.trim() === '') return messages.auth.emailRequired;
  return EMAIL.test(value.trim()) || messages.auth.emailInvalid;
}

export function passwordRule(value: string): Verdict {
  if (value === '') return messages.auth.passwordRequired;
  return value.length >= PASSWORD_MIN || messages.auth.passwordTooShort;
}

export function newPasswordRule(value: string): Verdict {
  return value === '' ? messages.auth.newPasswordRequired : passwordRule(value);
}

/** As it is read out or copied, spaces included. */
export function codeRule(value: string): Verdict {
  return /^\d{6}$/.test(value.replace(/\s/g, '')) || messages.auth.codeRequired;
}

export function fullNameRule(value: string): Verdict {
  return value.trim() !== '' || messages.auth.fullNameRequired;
}

export function termsRule(accepted: boolean): Verdict {
  return accepted || messages.auth.termsRequired;
}
