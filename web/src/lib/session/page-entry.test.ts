import { expect, test } from 'vitest';
import { readPageEntry } from './page-entry.ts';

const at = (rest: string) => readPageEntry(`http://localhost:3000${rest}`);

test('a verification link signs in', () => {
  expect(at('/dashboard#access_token=a&refresh_token=b&type=signup')).toEqual({ kind: 'signed_in' });
});

test('the code of another flow signs in', () => {
  expect(at('/dashboard?code=abc')).toEqual({ kind: 'signed_in' });
});

test('a password link is distinguished, because it must not greet as a sign-in does', () => {
  expect(at('/update-password#access_token=a&type=recovery')).toEqual({ kind: 'recovery' });
});

test('the first of two links for a new address is distinguished: it signs nobody in', () => {
  expect(at('/settings#message=Confirmation+link+accepted&sb=')).toEqual({ kind: 'half_changed' });
});

test('a failed link gives the reason, wherever the service put it', () => {
  const sentence = 'Email link is invalid or has expired. Log in to get a new link.';
  const query =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  expect(at(`/dashboard#${query}`)).toEqual({ kind: 'failed', description: sentence });
  expect(at(`/dashboard?${query}`)).toEqual({ kind: 'failed', description: sentence });
  expect(at('/dashboard#error=server_error')).toMatchObject({ kind: 'failed' });
});

test('a failed return from another service gives the reason', () => {
  const query = 'error=access_denied&error_code=access_denied&error_description=The+sign-in+was+given+up';
  expect(at(`/dashboard?${query}#${query}&sb=`)).toEqual({
    kind: 'failed',
    description: 'The login was cancelled or denied there. Try again, or log in another way.',
  });
});

test('text from the URL is never shown', () => {
  const query = 'error=x&error_code=constructor&error_description=Your+account+is+barred.+Call+0800+123';
  expect(at(`/login#${query}`)).toEqual({
    kind: 'failed',
    description: 'This link didn’t work. Log in to get a new link.',
  });
});

test('an ordinary URL has no special entry', () => {
  expect(at('/dashboard')).toEqual({ kind: 'plain' });
  expect(at('/#receipt')).toEqual({ kind: 'plain' });
});
