import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, newClient, newUser } from './auth-client.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

describe('an error', () => {
  test('names its code in the way of the version that the client speaks', async () => {
    const body = { email: 'nobody@example.org', password: 'x' };
    const now = await call(world, '/token?grant_type=password', { body });
    expect(now.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    const before = await call(world, '/token?grant_type=password', {
      body,
      headers: { 'x-supabase-api-version': '' },
    });
    expect(before.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(before.headers.has('x-supabase-api-version')).toBe(false);
    for (const { headers } of [now, before])
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
      body,
    });

  test.each([
    ['broken JSON', '{"email":', {}, 400, 'bad_json'],
    ['JSON of another kind', '[1,2]', {}, 400, 'validation_failed'],
    [
      'a form of a foreign page',
      '{"email":"a@example.org"}',
      { 'content-type': 'text/plain' },
      400,
      'bad_json',
    ],
    [
      'more than a megabyte',
      JSON.stringify({ email: 'x'.repeat(1_100_000) }),
      {},
      413,
      'request_entity_too_large',
    ],
    ['a hundred levels', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, {}, 400, 'bad_json'],
  ])('is the answer to %s', async (_name, body, headers, status, code) => {
    const response = await post(body, { ...headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test.each([
    ['GET', '/nothing', 404],
    ['POST', '/', 404],
    ['GET', '/oauth/authorizations/1', 404],
    ['GET', '/.well-known/openid-configuration', 404],
    ['GET', '/signup', 405],
    ['PATCH', '/user', 405],
  ])('for %s %s is plain: %i', async (method, path, status) => {
    expect((await call(world, path, { method })).status).toBe(status);
  });
});

describe('pages of other origins', () => {
  test('may call, and read what the client needs, but send no cookies', async () => {
    const preflight = await fetch(`${world.url}/auth/v1/token`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-headers': 'apikey,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    const refused = await call(world, '/user');
    for (const headers of [preflight.headers, refused.headers]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
    expect(refused.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

describe('what clients ask before they begin', () => {
  test('settings name the ways to sign in', async () => {
    const { body } = await call(world, '/settings');
    expect(body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false, google: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
  });

  test('health answers by name', async () => {
    expect(await call(world, '/health')).toMatchObject({ status: 200, body: { name: 'GoTrue' } });
  });

  test('the key set is public and holds nothing private', async () => {
    const { body, headers } = await call(world, '/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(JSON.stringify(body)).not.toMatch(/"(d|k|p|q|dp|dq|qi)":/);
    expect(body).toMatchObject({ keys: [{ kty: 'EC', alg: 'ES256' }] });
  });
});

describe('what this installation does not offer', () => {
  const refused: [string, string, unknown, number, string][] = [
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled'],
    ['POST', '/token?grant_type=nonsense', {}, 400, 'invalid_credentials'],
    ['POST', '/token', {}, 400, 'invalid_credentials'],
    [
      'GET',
      '/authorize?provider=google&redirect_to=https://evil.example',
      undefined,
      400,
      'validation_failed',
    ],
    ['POST', '/sso', { domain: 'example.org' }, 404, 'saml_provider_disabled'],
    ['POST', '/otp', { phone: '+49123456789' }, 400, 'phone_provider_disabled'],
    ['GET', '/admin/users', undefined, 401, 'no_authorization'],
  ];
  test.each(refused)('%s %s says so in words of the contract', async (method, path, body, status, code) => {
    const answer = await call(world, path, { method, body });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.has('location')).toBe(false);
  });

  test('is refused to people who are signed in, too', async () => {
    const { client, session } = await newUser(world);
    const linked = await client.auth.linkIdentity({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const asAdmin = await call(world, '/admin/users', { token: session.access_token });
    expect(asAdmin).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    const asServer = await call(world, '/admin/sso/providers', { token: world.serviceRoleKey });
    expect(asServer).toMatchObject({ status: 404, body: { code: 'feature_disabled' } });
  });

  test('is no server for the OAuth of other apps, also for the service key', async () => {
    const { oauth } = createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } }).auth
      .admin;
    const refused = { status: 404, code: 'feature_disabled' };
    expect((await oauth.listClients()).error).toMatchObject(refused);
    const client = { client_name: 'Another app', redirect_uris: ['https://app.example/callback'] };
    expect((await oauth.createClient(client)).error).toMatchObject(refused);
  });

  test('signing up, where the operator closed it', async () => {
    const closed = await openAuthWorld({ settings: { signUp: false } });
    try {
      const { error } = await newClient(closed).auth.signUp({
        email: 'a@example.org',
        password: 'violet kettle',
      });
      expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
      expect((await call(closed, '/settings')).body).toMatchObject({ disable_signup: true });
    } finally {
      await closed.close();
    }
  });
});

test('a failing mail server stops mails, says so, and stops nothing else', async () => {
  let broken = false;
  const sent: string[] = [];
  const flaky = await openAuthWorld({
    mailer: {
      async send(mail) {
        if (broken) throw Object.assign(new Error('unreachable'), { retryable: true });
        sent.push(mail.text);
      },
    },
    settings: { mailAutoconfirm: false },
  });
  try {
    const client = newClient(flaky);
    const person = { email: 'ada@example.org', password: 'violet kettle' };
    await client.auth.signUp(person);
    const token = /\b\d{6}\b/.exec(sent[0] ?? '')?.[0] ?? '';
    await client.auth.verifyOtp({ email: person.email, token, type: 'signup' });

    broken = true;
    const failed = await call(flaky, '/signup', {
      body: { email: 'eve@example.org', password: 'violet kettle' },
    });
    expect(failed).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure', message: 'Error sending confirmation email' },
    });
    // For known and unknown addresses alike.
    for (const email of [person.email, 'nobody@example.org']) {
      expect(await call(flaky, '/recover', { body: { email } })).toMatchObject({
        status: 500,
        body: { message: 'Error sending recovery email' },
      });
    }
    expect((await client.auth.signInWithPassword(person)).error).toBeNull();

    broken = false;
    flaky.pass(31);
    expect((await call(flaky, '/recover', { body: { email: person.email } })).status).toBe(200);
    const retried = await call(flaky, '/signup', {
      body: { email: 'eve@example.org', password: 'violet kettle' },
    });
    expect(retried.status).toBe(200);
    expect(sent).toHaveLength(3);
  } finally {
    await flaky.close();
  }
});
