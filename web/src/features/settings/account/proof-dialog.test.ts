import type { UserIdentity } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { firstProof } from './proof-dialog.tsx';

const identity = (provider: string): UserIdentity => ({
  provider,
  id: '1',
  user_id: '2',
  identity_id: '3',
});

it.each([
  [['corp'], 'code'],
  [['sso:corp'], 'code'],
  [['google', 'github'], 'code'],
  [['email'], 'password'],
  [['google', 'email'], 'password'],
  [['phone'], 'password'],
  [[], 'password'],
] as const)('for a sign-in by %j asks for the %s first', (providers, kind) => {
  expect(firstProof({ identities: providers.map(identity) })).toBe(kind);
});

it('asks for the password if the way of sign-in is unknown', () => {
  expect(firstProof(null)).toBe('password');
  expect(firstProof({})).toBe('password');
});
