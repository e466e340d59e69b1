import { expect, test } from 'vitest';
import { HOME, loginPath, nextPath } from './next-path.ts';

const next = (value: string) => nextPath(new URLSearchParams({ next: value }));

test('leads back to where the person wanted to go', () => {
  const login = new URL(loginPath('/projects?sort=name#top'), 'http://localhost');
  expect(nextPath(login.searchParams)).toBe('/projects?sort=name#top');
});

test('leads home when nothing was asked for', () => {
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
