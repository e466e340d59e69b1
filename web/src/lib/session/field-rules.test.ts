import { expect, test } from 'vitest';
import { t } from '#web/texts/app.ts';
import {
  codeRule,
  emailRule,
  fullNameRule,
  newPasswordRule,
  passwordRule,
  termsRule,
} from './field-rules.ts';

test.each([
  ['', t('auth.email_required')],
  ['   ', t('auth.email_required')],
  ['mara', t('auth.email_invalid')],
  ['mara@', t('auth.email_invalid')],
  ['mara@example', t('auth.email_invalid')],
  ['mara lind@example.com', t('auth.email_invalid')],
  ['mara@example.com', true],
  [' mara+list@mail.example.co.uk ', true],
  ['мара@пример.рф', true],
])('an address %j: %s', (value, verdict) => expect(emailRule(value)).toBe(verdict));

test.each([
  ['', t('auth.password_required')],
  ['12345', t('auth.password_too_short')],
  ['123456', true],
  ['      ', true],
])('a password %j: %s', (value, verdict) => expect(passwordRule(value)).toBe(verdict));

test('a missing new password has its own message', () => {
  expect(newPasswordRule('')).toBe(t('auth.new_password_required'));
  expect(newPasswordRule('12345')).toBe(t('auth.password_too_short'));
  expect(newPasswordRule('123456')).toBe(true);
});

test.each([
  ['', t('auth.code.required')],
  ['12345', t('auth.code.required')],
  ['12345a', t('auth.code.required')],
  ['012345', true],
  [' 012 345 ', true],
])('a code %j: %s', (value, verdict) => expect(codeRule(value)).toBe(verdict));

test('a name of spaces is rejected, and terms must be accepted', () => {
  expect(fullNameRule('  ')).toBe(t('auth.full_name_required'));
  expect(fullNameRule('Mara')).toBe(true);
  expect(termsRule(false)).toBe(t('auth.terms_required'));
  expect(termsRule(true)).toBe(true);
});
