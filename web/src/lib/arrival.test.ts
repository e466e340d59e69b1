import { expect, test } from 'vitest';
import { readArrival } from './arrival.ts';

const at = (rest: string) => readArrival(`http://localhost:3000${rest}`);

test('a verification link signs in', () => {
  expect(at('/dashboard#access_token=a&refresh_token=b&type=signup')).toEqual({ kind: 'signed_in' });
});

test('a code of another flow signs in', () => {
  expect(at('/dashboard?code=abc')).toEqual({ kind: 'signed_in' });
});

test('a password link is told apart, because it must not be greeted as a sign-in', () => {
  expect(at('/update-password#access_token=a&type=recovery')).toEqual({ kind: 'recovery' });
});

test('a link that failed says why, wherever the service put it', () => {
  const sentence = 'Email link is invalid or has expired';
  const query =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  expect(at(`/dashboard#${query}`)).toEqual({ kind: 'failed', description: sentence });
  expect(at(`/dashboard?${query}`)).toEqual({ kind: 'failed', description: sentence });
  expect(at('/dashboard#error=server_error')).toMatchObject({ kind: 'failed' });
});

test('an address shows no sentence of whoever wrote it', () => {
  const query = 'error=x&error_code=constructor&error_description=Your+account+is+barred.+Call+0800+123';
  expect(at(`/login#${query}`)).toEqual({ kind: 'failed', description: 'This link did not work' });
});

test('an ordinary address is nothing special', () => {
  expect(at('/dashboard')).toEqual({ kind: 'plain' });
  expect(at('/#receipt')).toEqual({ kind: 'plain' });
});
