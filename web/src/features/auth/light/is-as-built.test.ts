import { expect, test } from 'vitest';
import { isAsBuilt } from './is-as-built.ts';

const PLAIN = {
  brand: { name: 'Errand' },
  signIn: { providers: [], organisations: false },
  signUp: true,
  captcha: null,
  analyticsHost: null,
};

test('an installation without anything of its own is shown as its pages were built', () => {
  expect(isAsBuilt(PLAIN, 'Errand')).toBe(true);
});

test.each([
  ['a name', { brand: { name: 'Botengang' } }],
  ['a service to sign in with', { signIn: { providers: ['google'], organisations: false } }],
  ['a sign-in of organisations', { signIn: { providers: [], organisations: true } }],
  ['no sign-up', { signUp: false }],
  ['a captcha', { captcha: { provider: 'hcaptcha', siteKey: 'key' } }],
  ['a service that counts sign-ups', { analyticsHost: 'count.example.org' }],
  ['an unknown sign-in', { signIn: undefined }],
])('%s has to be shown', (_what, own) => {
  expect(isAsBuilt({ ...PLAIN, ...own }, 'Errand')).toBe(false);
});

test('what is no configuration at all is left to the code that reports it', () => {
  expect(isAsBuilt(null, 'Errand')).toBe(false);
});
