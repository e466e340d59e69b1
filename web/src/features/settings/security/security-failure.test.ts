import { expect, test } from 'vitest';
import { t } from '#web/texts/settings.ts';
import { securityFailure } from './security-failure.ts';

const api = (code: string, message = '', status = 422) => ({ name: 'AuthApiError', message, status, code });

test.each([
  [{ name: 'AuthRetryableFetchError', message: 'fetch failed', status: 0 }, 'auth.network_error'],
  [api('mfa_verification_failed'), 'security.refused.proof'],
  [api('insufficient_aal', '', 401), 'security.refused.second_factor'],
  [
    { name: 'NotAllowedError', message: 'The operation timed out', code: 'ERROR_X' },
    'security.refused.dismissed',
  ],
  [{ name: 'InvalidStateError', message: 'registered before' }, 'security.refused.key_known'],
  [api('unexpected_failure', 'relation "users" does not exist', 500), 'security.refused.other'],
] as const)('words %o for people', (error, id) => {
  expect(securityFailure(error)).toBe(t(id));
});

test('words the wait of a rate limit as everywhere else', () => {
  const sentence = 'For security purposes, you can only request this after 12 seconds.';
  expect(securityFailure(api('over_email_send_rate_limit', sentence, 429))).toBe(
    t('auth.mail.too_soon', { seconds: 12 }),
  );
});
