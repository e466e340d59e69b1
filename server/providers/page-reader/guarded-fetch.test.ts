import { expect, it } from 'vitest';
import { redirectOf } from './guarded-fetch.ts';

const leading = (location: string, status = 302) => ({
  status,
  headers: { location },
  body: Buffer.alloc(0),
});
const SAFE = new URL('https://a.example/page');
const PLAIN = new URL('http://a.example/page');

it.each([301, 302, 303, 307, 308])('follows a redirect of status %i', (status) => {
  expect(redirectOf(leading('/next', status), SAFE)?.href).toBe('https://a.example/next');
});

it('takes anything else for the page', () => {
  for (const status of [200, 300, 304, 404]) expect(redirectOf(leading('/next', status), SAFE)).toBeNull();
});

it('leads from http to https, and never back', () => {
  expect(redirectOf(leading('https://b.example/'), PLAIN)?.href).toBe('https://b.example/');
  expect(redirectOf(leading('http://b.example/'), PLAIN)?.href).toBe('http://b.example/');
  expect(() => redirectOf(leading('http://a.example/page'), SAFE)).toThrow(
    expect.objectContaining({ why: 'forbidden' }),
  );
});

it.each(['https://', 'http://[::'])('refuses to be led to %s', (location) => {
  expect(() => redirectOf(leading(location), SAFE)).toThrow(expect.objectContaining({ why: 'redirects' }));
});
