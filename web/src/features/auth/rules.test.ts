import { expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { codeRule, emailRule, fullNameRule, newPasswordRule, passwordRule, termsRule } from './rules.ts';

const { auth } = messages;

test.each([
  ['', auth.emailRequired],
  ['   ', auth.emailRequired],
  ['mara', auth.emailInvalid],
  ['mara@', auth.emailInvalid],
  ['mara@example', auth.emailInvalid],
  ['mara lind@example.com', auth.emailInvalid],
  ['mara@example.com', true],
  [' mara+list@mail.example.co.uk ', true],
  ['мара@пример.рф', true],
])('an address %j: %s', (value, verdict) => expect(emailRule(value)).toBe(verdict));

test.each([
  ['', auth.passwordRequired],
  ['12345', auth.passwordTooShort],
  ['123456', true],
  ['      ', true],
])('a password %j: %s', (value, verdict) => expect(passwordRule(value)).toBe(verdict));

test('a new password that is missing is asked for in its own words', () => {
  expect(newPasswordRule('')).toBe(auth.newPasswordRequired);
  expect(newPasswordRule('12345')).toBe(auth.passwordTooShort);
  expect(newPasswordRule('123456')).toBe(true);
});

test.each([
  ['', auth.codeRequired],
  ['12345', auth.codeRequired],
  ['12345a', auth.codeRequired],
  ['012345', true],
  [' 012 345 ', true],
])('a code %j: %s', (value, verdict) => expect(codeRule(value)).toBe(verdict));

test('a name of spaces is no name, and terms must be accepted', () => {
  expect(fullNameRule('  ')).toBe(auth.fullNameRequired);
  expect(fullNameRule('Mara')).toBe(true);
  expect(termsRule(false)).toBe(auth.termsRequired);
  expect(termsRule(true)).toBe(true);
});
