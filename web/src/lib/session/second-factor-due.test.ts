import { expect, test } from 'vitest';
import { isSecondFactorDue } from './second-factor-due.ts';

const tokenWith = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('is due if the token says so', () => {
  const name = { user_metadata: { full_name: 'Žofie ???>>>' } };
  expect(isSecondFactorDue({ access_token: tokenWith({ ...name, factor_due: true }) })).toBe(true);
  expect(isSecondFactorDue({ access_token: tokenWith({ ...name, aal: 'aal1' }) })).toBe(false);
  expect(isSecondFactorDue({ access_token: 'not a token' })).toBe(false);
  expect(isSecondFactorDue({ access_token: '' })).toBe(false);
});
