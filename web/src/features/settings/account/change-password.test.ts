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
    'This code is invalid or has expired. Request a new one.',
  ],
  [
    new AuthApiError('New password should be different', 422, 'same_password'),
    'That’s already your password. Please choose a different one.',
  ],
  [
    new AuthApiError('It is too common.', 422, 'weak_password'),
    'This password is too common. Please choose another.',
  ],
  [
    new AuthApiError('You can only request this after 42 seconds.', 429, 'over_email_send_rate_limit'),
    'You can request another email in 42 seconds.',
  ],
  [
    new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'),
    'Too many attempts. Try again in a few minutes.',
  ],
  [
    new AuthApiError('stack trace', 500, 'unexpected_failure'),
    'Failed to update password. Please try again.',
  ],
])('words refusals for people: %s', (error, sentence) => {
  expect(passwordFailure(error)).toBe(sentence);
});
