import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTH_URL, type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import {
  call,
  codeIn,
  field,
  follow,
  fragmentOf,
  linkIn,
  newClient,
  newPerson,
  newUser,
  roleOf,
} from './auth-client.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld({
    settings: { redirectAllowlist: ['https://app.example/welcome', 'https://*.preview.example/**'] },
  });
});
afterAll(() => world.close());

const HOSTILE = [
  '//evil.example',
  'https://evil.example',
  'https://errand.test',
  'http://errand.test@evil.example',
  'http://errand.test%40evil.example',
  'http://errand.test\\@evil.example',
  'http://errand.test%2f@evil.example',
  'http://errand.test.evil.example',
  'http://evilerrand.test',
  'http://errand.test:8080',
  'http://2130706433',
  'http://127.0.0.1',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://errand.test\r\nLocation: http://evil.example',
  'https://app.example/welcome/../evil',
  'https://app.example/',
  'https://a.b.preview.example/',
  'https://evil.example/.preview.example/',
];

describe('a link in a mail', () => {
  test.each(HOSTILE)('never leads to %j, whichever way it is asked for', async (wanted) => {
    const { email, password } = newPerson();
    const query = `?redirect_to=${encodeURIComponent(wanted)}`;
    await call(world, `/signup${query}`, { body: { email, password } });
    const signup = linkIn((await world.mailTo(email, 'confirm_signup')).text, world);
    await call(world, `/recover${query}`, { body: { email } });
    const recovery = linkIn((await world.mailTo(email, 'recovery')).text, world);
    for (const link of [signup, recovery]) {
      expect(link.searchParams.get('redirect_to')).toBe(SITE_URL);
    }
    // Whoever rewrites the link gets no further.
    recovery.searchParams.set('redirect_to', wanted);
    const arrived = await follow(recovery);
    expect(arrived.origin).toBe(SITE_URL);
    expect(fragmentOf(arrived)).toHaveProperty('access_token');
  });

  const hostile = `?redirect_to=${encodeURIComponent('https://app.example.evil.example/')}`;

  test.each([
    ['/otp', 'magic_link', {}],
    ['/magiclink', 'magic_link', {}],
    ['/resend', 'email_change', { type: 'email_change' }],
  ])('never leads astray when it was asked for at %s', async (path, kind, body) => {
    const { client, person } = await newUser(world);
    const { email } = newPerson();
    const [{ data }] = [await client.auth.getSession()];
    await call(world, `/user${hostile}`, {
      method: 'PUT',
      token: data.session?.access_token ?? '',
      body: { email },
    });
    const first = await world.mailTo(email, 'email_change');
    expect(linkIn(first.text, world).searchParams.get('redirect_to')).toBe(SITE_URL);
    await call(world, `${path}${hostile}`, { body: { ...body, email: person.email } });
    const to = kind === 'email_change' ? email : person.email;
    // It is sent beside the answer.
    const newest = async () => (await world.mailTo(to, kind)).id;
    await expect.poll(newest).not.toBe(first.id);
    const { text } = await world.mailTo(to, kind);
    expect(linkIn(text, world).searchParams.get('redirect_to')).toBe(SITE_URL);
  });

  test('names the configured host whatever Host the request names', async () => {
    const { email, password } = newPerson();
    // fetch sends the true one.
    const asked = request(`${world.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: world.anonKey, 'content-type': 'application/json', host: 'evil.example' },
    });
    asked.end(JSON.stringify({ email, password }));
    const [answer] = await once(asked, 'response');
    answer.resume();
    const mail = await world.mailTo(email, 'confirm_signup');
    expect(mail.text).toContain(`${AUTH_URL}/verify?`);
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
  });

  test.each([
    'https://app.example/welcome',
    'https://pr-7.preview.example/some/page',
    `${SITE_URL}/dashboard?x=1`,
  ])('leads to %s, which is allowed', async (wanted) => {
    const person = newPerson();
    await newClient(world).auth.signUp({ ...person, options: { emailRedirectTo: wanted } });
    const arrived = await follow(linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world));
    expect(arrived.href.split('#')[0]).toBe(wanted);
  });

  test.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example:443' },
    { forwarded: 'host=evil.example;proto=https' },
    { 'x-host': 'evil.example' },
    { 'x-original-url': 'https://evil.example/' },
    { 'x-forwarded-server': 'evil.example' },
    { 'x-forwarded-host': 'errand.test, evil.example', 'x-forwarded-port': '8080' },
    { 'x-rewrite-url': 'https://evil.example/', 'x-forwarded-prefix': '//evil.example' },
    { via: '1.1 evil.example', 'x-forwarded-for': 'evil.example', 'x-real-ip': 'evil.example' },
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/register' },
    { redirect_to: 'https://evil.example' },
  ])('names the configured host whatever the request says: %j', async (headers) => {
    const { email, password } = newPerson();
    await call(world, '/signup', { body: { email, password }, headers });
    await call(world, '/recover', { body: { email }, headers });
    for (const kind of ['confirm_signup', 'recovery']) {
      const mail = await world.mailTo(email, kind);
      expect(mail.text).toContain(`${AUTH_URL}/verify?`);
      expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
    }
  });

  test('works once: of fifty requests at the same moment one gets a session', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    const arrived = await Promise.all(Array.from({ length: 50 }, () => follow(link)));
    const opened = arrived.filter((url) => 'access_token' in fragmentOf(url));
    expect(opened).toHaveLength(1);
    const rows = await world.database.query(
      'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [person.email],
    );
    expect(rows).toHaveLength(1);
    expect(fragmentOf(arrived.find((url) => 'error' in fragmentOf(url)) ?? new URL(SITE_URL))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('is not used up by a program that only looks', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    for (let n = 0; n < 3; n += 1) expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect(fragmentOf(await follow(link))).toHaveProperty('access_token');
  });

  test('ends with its time', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const signup = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    await client.auth.resetPasswordForEmail(person.email);
    const recovery = linkIn((await world.mailTo(person.email, 'recovery')).text, world);
    world.pass(3601);
    expect(fragmentOf(await follow(recovery))).toMatchObject({ error_code: 'otp_expired' });
    world.pass(23 * 3600);
    expect(fragmentOf(await follow(signup))).toMatchObject({ error_code: 'otp_expired' });
  });

  test('is good for its own purpose only', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    link.searchParams.set('type', 'recovery');
    expect(fragmentOf(await follow(link))).toMatchObject({ error_code: 'otp_expired' });
    link.searchParams.set('type', 'nonsense');
    expect(fragmentOf(await follow(link))).toMatchObject({ error: 'invalid_request' });
    link.searchParams.set('type', 'signup');
    expect(fragmentOf(await follow(link))).toHaveProperty('access_token');
  });

  test('is no access token, and no refresh token', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const token = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world).searchParams.get(
      'token',
    );
    expect(await roleOf(world, token ?? '')).toBe(401);
    const answer = await call(world, '/token?grant_type=refresh_token', { body: { refresh_token: token } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
  });

  test('and its digits are not in the database to be read', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const mail = await world.mailTo(person.email, 'confirm_signup');
    const token = linkIn(mail.text, world).searchParams.get('token') ?? '';
    const kept = JSON.stringify(await world.database.query('select * from auth.one_time_tokens, auth.users'));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(codeIn(mail.text));
  });
});

describe('the digits of a mail', () => {
  const verify = (email: string, token: string) =>
    call(world, '/verify', { body: { type: 'signup', email, token } });
  const wrongOnes = (right: string): string[] =>
    Array.from({ length: 10 }, (_, n) => String((Number(right) + n + 1) % 1_000_000).padStart(6, '0'));

  test('die after ten wrong tries, while the link lives on', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const mail = await world.mailTo(person.email, 'confirm_signup');
    const right = codeIn(mail.text);
    for (const wrong of wrongOnes(right)) {
      expect(await verify(person.email, wrong)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
    }
    expect(await verify(person.email, right)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
    expect(fragmentOf(await follow(linkIn(mail.text, world)))).toHaveProperty('access_token');
  });

  test('survive nine, and spaces', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const right = codeIn((await world.mailTo(person.email, 'confirm_signup')).text);
    for (const wrong of wrongOnes(right).slice(1)) await verify(person.email, wrong);
    expect((await verify(person.email, `${right.slice(0, 3)} ${right.slice(3)} `)).status).toBe(200);
  });

  test('die after ten minutes', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const right = codeIn((await world.mailTo(person.email, 'confirm_signup')).text);
    world.pass(601);
    expect(await verify(person.email, right)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
  });

  test('open one session when fifty type them at the same moment', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp(person);
    const right = codeIn((await world.mailTo(person.email, 'confirm_signup')).text);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(person.email, right)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of somebody else do not open this account', async () => {
    const [mine, theirs] = [newPerson(), newPerson()];
    await newClient(world).auth.signUp(mine);
    await newClient(world).auth.signUp(theirs);
    const token = codeIn((await world.mailTo(mine.email, 'confirm_signup')).text);
    const known = codeIn((await world.mailTo(theirs.email, 'confirm_signup')).text);
    if (token !== known) expect((await verify(theirs.email, token)).status).toBe(403);
    expect((await verify('nobody@example.org', token)).status).toBe(403);
  });

  test.each([
    [{ type: 'signup' }, /either a token or a token hash/],
    [{ type: 'signup', token: '123456', token_hash: 'x' }, /either a token or a token hash/],
    [{ type: 'signup', token_hash: 'x', email: 'a@example.org' }, /Only the token_hash and type/],
    [{ type: 'nonsense', token_hash: 'x' }, /type: must be one of/],
  ])('with a malformed request are refused: %j', async (body, message) => {
    const answer = await call(world, '/verify', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(field(answer.body, 'message')).toMatch(message);
  });
});
