import { describe, expect, test } from 'vitest';
import { normalizeEmail, readChallenge, readMetadata } from './request-input.ts';

describe('an address', () => {
  test.each([
    [' Ada.Lovelace@Example.ORG ', 'ada.lovelace@example.org'],
    ["o'hara+list@sub.example.co.uk", "o'hara+list@sub.example.co.uk"],
    ['ada@localhost', 'ada@localhost'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored);
  });

  test.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    'a b@example.org',
    'ada@exa mple.org',
    'ada@example.org\nBcc: eve@example.org',
    'ada@example.org\u0000',
    '<ada@example.org>',
    'Ada <ada@example.org>',
    '"ada"@example.org',
    'ada@example.org,eve@example.org',
    'ada@-example.org',
    'ada@example..org',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    `ada@${'a.'.repeat(130)}org`,
    'àda@example.org',
  ])('%j is invalid', (typed) => {
    expect(normalizeEmail(typed)).toBeUndefined();
  });
});

describe('user metadata', () => {
  test('is kept unchanged at any depth', () => {
    const data = { full_name: 'Ada 🧮', tags: ['x', { y: null }], n: 1.5 };
    expect(readMetadata(data)).toEqual(data);
    expect(readMetadata(null)).toEqual({});
  });

  test.each([
    [{ a: 'NUL \u0000' }],
    [{ 'key \u0000': 1 }],
    [{ a: ['half \ud800'] }],
    [{ a: { b: { c: '\udc00' } } }],
  ])('is refused if the database could not store it: %j', (data) => {
    expect(() => readMetadata(data)).toThrow(/well-formed/);
  });
});

describe('a code challenge', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const production = { siteUrl: 'https://errand.example' };
  const local = { siteUrl: 'http://localhost:3000' };

  test('is accepted as SHA-256 everywhere, and as plain text only on the own machine', () => {
    const input = (code_challenge_method: string) => ({ code_challenge: challenge, code_challenge_method });
    expect(readChallenge(input('S256'), production)).toEqual({ challenge, method: 's256' });
    expect(readChallenge(input('plain'), local)).toEqual({ challenge, method: 'plain' });
    expect(() => readChallenge(input('plain'), production)).toThrow(/s256/);
    expect(() => readChallenge(input('md5'), local)).toThrow(/s256/);
  });

  test('requires its method, and vice versa', () => {
    expect(readChallenge({ code_challenge: null, code_challenge_method: null }, production)).toBeNull();
    expect(() => readChallenge({ code_challenge: challenge }, production)).toThrow(/PKCE/);
    expect(() => readChallenge({ code_challenge_method: 's256' }, production)).toThrow(/PKCE/);
  });

  test.each(['short', 'x'.repeat(129), `${'x'.repeat(42)}!`])(
    'is refused in another form: %s',
    (code_challenge) => {
      expect(() => readChallenge({ code_challenge, code_challenge_method: 's256' }, production)).toThrow(
        /43 to 128/,
      );
    },
  );
});
