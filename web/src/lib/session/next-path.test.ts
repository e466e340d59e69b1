import { expect, test } from 'vitest';
import { HOME, keepNext, loginPath, nextPath } from './next-path.ts';

const next = (value: string) => nextPath(new URLSearchParams({ next: value }));

test('returns to where the user wanted to go', () => {
  const login = new URL(loginPath('/projects?sort=name#top'), 'http://localhost');
  expect(nextPath(login.searchParams)).toBe('/projects?sort=name#top');
});

test('links between sign-in pages keep the page to return to', () => {
  const login = new URL(loginPath('/pricing#plans'), 'http://localhost');
  expect(keepNext('/register', login.searchParams)).toBe('/register?next=%2Fpricing%23plans');
  expect(keepNext('/register', new URLSearchParams({ next: '//evil.example' }))).toBe('/register');
});

test('returns home if no page was requested', () => {
  expect(nextPath(new URLSearchParams())).toBe(HOME);
  expect(loginPath(HOME)).toBe('/login');
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/.//evil.example/',
  '/projects/..//evil.example/',
  '/%2e//evil.example/',
  '/.\\\\evil.example/',
  'javascript:alert(1)',
  'evil',
  '',
])('never leads to another host: %j', (value) => {
  expect(next(value)).toBe(HOME);
});

test('does not carry the errors of an earlier attempt along', () => {
  expect(loginPath('/projects?error=access_denied&error_code=x&error_description=no&from=mail')).toBe(
    '/login?next=%2Fprojects%3Ffrom%3Dmail',
  );
  expect(loginPath('/projects?error=access_denied')).toBe('/login?next=%2Fprojects');
});
