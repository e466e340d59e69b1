import { expect, test } from 'vitest';
import { freeName, listFactors } from './factor-list.ts';

const created_at = '2026-11-20T09:14:00Z';
const factor = (
  factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code',
  status: 'verified' | 'unverified',
  name: string,
) => ({
  id: name,
  factor_type,
  status,
  friendly_name: name,
  created_at,
  updated_at: created_at,
});

test('lists verified factors; unverified ones only take up names', () => {
  const list = listFactors({
    factors: [
      factor('totp', 'verified', 'Phone'),
      factor('webauthn', 'verified', 'Blue key'),
      factor('phone', 'verified', 'Mobile'),
      factor('totp', 'unverified', 'Begun'),
      factor('recovery_code', 'verified', 'Recovery codes'),
    ],
  });
  expect(list.factors.map(({ kind, name }) => [kind, name])).toEqual([
    ['app', 'Phone'],
    ['key', 'Blue key'],
    ['phone', 'Mobile'],
  ]);
  expect(list.hasCodes).toBe(true);
  expect(freeName('Begun', list.names)).toBe('Begun 2');
  expect(freeName('Tablet', list.names)).toBe('Tablet');
  expect(listFactors({})).toMatchObject({ factors: [], hasCodes: false });
});
