import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { passwordFailure } from './change-password.ts';

it.each([
  [
    new AuthRetryableFetchError('Failed to fetch', 0),
    'Network error. Please check your connection and try again.',
  ],
  [new AuthRetryableFetchError('Bad gateway', 502), 'Failed to update password. Please try again.'],
  [
    new AuthApiError('Current password is invalid', 400, 'current_password_invalid'),
    'The current password is wrong.',
  ],
  [
    new AuthApiError('Nonce has expired or is invalid', 422, 'reauthentication_not_valid'),
    'This code is wrong, used or too old. Send the mail again for a new one.',
  ],
  [
    new AuthApiError('New password should be different', 422, 'same_password'),
    'This is the password that you have. Please choose another one.',
  ],
  [
    new AuthApiError('It is too common.', 422, 'weak_password'),
    'This password is one of the first that others would try. Please choose a less common one.',
  ],
  [
    new AuthApiError('You can only request this after 42 seconds.', 429, 'over_email_send_rate_limit'),
    'You can ask for another email in 42 seconds.',
  ],
  [
    new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'),
    'That was tried too often. Please wait a few minutes.',
  ],
  [
    new AuthApiError('stack trace', 500, 'unexpected_failure'),
    'Failed to update password. Please try again.',
  ],
])('words refusals for people: %s', (error, sentence) => {
  expect(passwordFailure(error)).toBe(sentence);
});
