import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { commonRefusal } from './auth-words.ts';

const SOON = 'For security purposes, you can only request this after 43 seconds.';

test.each([
  [new AuthApiError(SOON, 429, 'over_email_send_rate_limit'), 'You can request another email in 43 seconds.'],
  [
    new AuthApiError(SOON.replace('43', '1'), 429, 'over_sms_send_rate_limit'),
    'We’ve just sent you a code. You can request another in 1 second.',
  ],
  [
    new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit'),
    'We’ve sent too many emails to this address. Try again in an hour.',
  ],
  [
    new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'),
    'Too many attempts. Try again in a few minutes.',
  ],
  [
    new AuthWeakPasswordError('Password should be at least 6 characters.', 422, ['length']),
    'Password must be at least 6 characters long',
  ],
  [new AuthWeakPasswordError('pwned', 422, ['pwned']), 'This password is too common. Please choose another.'],
  [
    new AuthApiError('New password should be different from the old password.', 422, 'same_password'),
    'That’s already your password. Please choose a different one.',
  ],
  [new AuthApiError('User is banned', 403, 'user_banned'), null],
])('is worded by us: %s', (error, sentence) => {
  expect(commonRefusal(error)).toBe(sentence);
});
