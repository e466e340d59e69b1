import { expect, test } from 'vitest';
import { waysOf } from './factor-ways.ts';

test('the ways are those of verified factors, recovery codes last', () => {
  const ways = waysOf([
    { id: '1', factor_type: 'recovery_code', status: 'verified', friendly_name: 'Recovery codes' },
    { id: '2', factor_type: 'webauthn', status: 'verified', friendly_name: 'Blue key' },
    { id: '3', factor_type: 'totp', status: 'unverified', friendly_name: 'Begun' },
    { id: '4', factor_type: 'totp', status: 'verified', friendly_name: '' },
    { id: '6', factor_type: 'phone', status: 'verified', friendly_name: '' },
    { id: '5', factor_type: 'sundial', status: 'verified', friendly_name: 'Later' },
  ]);
  expect(ways).toEqual([
    { kind: 'code', id: '4', name: 'Authenticator app' },
    { kind: 'key', id: '2', name: 'Blue key' },
    { kind: 'phone', id: '6', name: 'Phone number' },
    { kind: 'recovery', id: '1' },
  ]);
  expect(waysOf()).toEqual([]);
});
