import { expect, test } from 'vitest';
import { corsHeaders, preflight } from './cors.ts';

const options = (headers: Record<string, string>): Request =>
  new Request('http://localhost/rest/v1/tasks', { method: 'OPTIONS', headers });

test('a preflight from any origin may send the headers of the official clients', () => {
  const response = preflight(options({ origin: 'https://elsewhere.example' }));
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const allowed = response.headers.get('access-control-allow-headers');
  for (const name of ['authorization', 'apikey', 'x-supabase-api-version', 'prefer', 'x-upsert']) {
    expect(allowed).toContain(name);
  }
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
});

test('a header requested by a newer client is allowed, a malformed one is not echoed', () => {
  const response = preflight(
    options({ 'access-control-request-headers': 'X-Future-Header, bad name, <script>' }),
  );
  const allowed = response.headers.get('access-control-allow-headers') ?? '';
  expect(allowed).toContain('x-future-header');
  expect(allowed).not.toContain('bad name');
  expect(allowed).not.toContain('script');
});

test('credentials are never allowed across origins', () => {
  const all = { ...corsHeaders(), ...Object.fromEntries(preflight(options({})).headers) };
  expect(Object.keys(all).map((name) => name.toLowerCase())).not.toContain(
    'access-control-allow-credentials',
  );
});
