import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { t } from '#web/texts/later.ts';
import {
  codeFailure,
  elsewhereFailure,
  factorFailure,
  isUnconfirmed,
  loginFailure,
  registerFailure,
  resetFailure,
  textFailure,
  updateFailure,
} from './failures.ts';

const offline = new AuthRetryableFetchError('Failed to fetch', 0);
const overloaded = new AuthRetryableFetchError('Bad gateway', 502);
const internal = new AuthApiError('relation "users" does not exist', 500, 'unexpected_failure');

describe('login', () => {
  test('gives the same message for a wrong password and an unknown address', () => {
    const error = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials');
    expect(loginFailure(error)).toBe(t('auth.wrong_credentials'));
  });
  test('distinguishes no connection from a server that is down', () => {
    expect(loginFailure(offline)).toBe(t('auth.network_error'));
    expect(loginFailure(overloaded)).toBe(t('auth.unexpected'));
  });
  test('words too many attempts itself, not as the service does', () => {
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit');
    expect(loginFailure(error)).toBe(t('auth.too_many'));
    expect(factorFailure(error, 'code')).toBe(t('auth.too_many'));
    expect(elsewhereFailure(error)).toBe(t('auth.too_many'));
  });
  test('recognises an unconfirmed address by code or by message', () => {
    expect(isUnconfirmed(new AuthApiError('Email not confirmed', 400, undefined))).toBe(true);
    expect(isUnconfirmed(new AuthApiError('anything', 400, 'email_not_confirmed'))).toBe(true);
    expect(isUnconfirmed(offline)).toBe(false);
  });
});

describe('registration', () => {
  test('leads to the login if the address is taken', () => {
    const error = new AuthApiError('User already registered', 422, 'user_already_exists');
    expect(registerFailure(error)).toBe(t('auth.email_registered'));
  });
  test('words itself what a password lacks', () => {
    const error = new AuthWeakPasswordError('This password is one of the most common ones.', 422, ['pwned']);
    expect(registerFailure(error)).toBe(t('auth.password_common'));
  });
  test("shows the server's message if only that has the reason", () => {
    const sentence = 'Signups not allowed for this instance';
    expect(registerFailure(new AuthApiError(sentence, 422, 'signup_disabled'))).toBe(sentence);
  });
  test('never shows details of a server failure', () => {
    expect(registerFailure(internal)).toBe(t('auth.registration_error'));
    expect(resetFailure(internal)).toBe(t('auth.reset.failed'));
    expect(updateFailure(internal).text).toBe(t('auth.update.failed'));
  });
});

describe('a code typed by hand', () => {
  test('that is wrong, used or expired gets a message with the remedy', () => {
    const error = new AuthApiError('Token has expired or is invalid', 403, 'otp_expired');
    expect(codeFailure(error, 'email')).toBe(t('auth.code.wrong'));
    expect(codeFailure(error, 'sms')).toBe(t('auth.factor.phone.wrong'));
  });
  test('is not called wrong if the server was not reached or limits attempts', () => {
    expect(codeFailure(offline, 'sms')).toBe(t('auth.network_error'));
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit');
    expect(codeFailure(error, 'sms')).toBe(t('auth.too_many'));
    expect(codeFailure(internal, 'email')).toBe(t('auth.unexpected'));
  });
});

describe('a code by text', () => {
  test('says how long to wait', () => {
    const soon = 'For security purposes, you can only request this after 43 seconds.';
    expect(textFailure(new AuthApiError(soon, 429, 'over_sms_send_rate_limit'))).toBe(
      t('auth.text.too_soon', { seconds: 43 }),
    );
    const usedUp = new AuthApiError('SMS rate limit exceeded', 429, 'over_sms_send_rate_limit');
    expect(textFailure(usedUp)).toBe(t('auth.text.too_many'));
  });
  test('distinguishes an invalid number from a gateway that is down', () => {
    const sentence = 'Invalid phone number format (E.164 required)';
    expect(textFailure(new AuthApiError(sentence, 400, 'validation_failed'))).toBe(t('auth.phone.required'));
    const down = new AuthApiError('Error sending OTP sms', 500, 'sms_send_failed');
    expect(textFailure(down)).toBe(t('auth.factor.phone.failed'));
    expect(textFailure(offline)).toBe(t('auth.network_error'));
  });
});

describe('a new password', () => {
  test('without a session, the link is dead', () => {
    expect(updateFailure(new AuthSessionMissingError())).toEqual({
      text: t('auth.update.link_invalid'),
      linkIsDead: true,
    });
  });
  test('a link opened too long ago is dead, too', () => {
    const error = new AuthApiError(
      'Password update requires reauthentication',
      400,
      'reauthentication_needed',
    );
    expect(updateFailure(error)).toEqual({ text: t('auth.update.link_invalid'), linkIsDead: true });
  });
  test('the same password is refused and can be corrected', () => {
    const error = new AuthApiError(
      'New password should be different from the old password.',
      422,
      'same_password',
    );
    expect(updateFailure(error)).toEqual({ text: t('auth.password_same'), linkIsDead: false });
  });
});
