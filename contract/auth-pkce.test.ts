import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
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
  world = await openAuthWorld();
});
afterAll(() => world.close());

describe('signing in by mail alone', () => {
  test('opens a session for somebody known, and makes an account for somebody new', async () => {
    const { person, session } = await newUser(world);
    const client = newClient(world);
    expect((await client.auth.signInWithOtp({ email: person.email })).error).toBeNull();
    const arrived = await follow(linkIn((await world.mailTo(person.email, 'magic_link')).text, world));
    expect(fragmentOf(arrived)).toMatchObject({ type: 'magiclink' });

    const { email } = newPerson();
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const token = codeIn((await world.mailTo(email, 'confirm_signup')).text);
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(session.user.id);
  });

  test('makes nobody, and says nothing, when it may not', async () => {
    const { email } = newPerson();
    const answer = await newClient(world).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(answer.error).toBeNull();
    expect(await world.database.query('select from auth.users where email = $1', [email])).toEqual([]);
  });
});

describe('with a verifier that only the client knows (PKCE)', () => {
  async function begin() {
    const person = newPerson();
    const client = newClient(world, { pkce: true });
    await client.auth.signUp({ ...person, options: { emailRedirectTo: `${SITE_URL}/dashboard` } });
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    return { person, client, link };
  }

  test('the link brings a code, and the client a session for it', async () => {
    const { person, client, link } = await begin();
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);
    const arrived = await follow(link);
    expect(arrived.hash).toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(arrived.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(56) }, 400, 'bad_code_verifier'],
    ['none', { code_verifier: '' }, 400, 'validation_failed'],
    ['a guessed code', { auth_code: 'guess', code_verifier: 'x'.repeat(56) }, 404, 'flow_state_not_found'],
  ])('%s opens nothing', async (_name, changed, status, code) => {
    const { link } = await begin();
    const auth_code = (await follow(link)).searchParams.get('code');
    const answer = await call(world, '/token?grant_type=pkce', { body: { auth_code, ...changed } });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('the code opens nothing in any other place, nor with what was shown in the open', async () => {
    const verifier = 'w'.repeat(64);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const code_challenge = Buffer.from(digest).toString('base64url');
    const person = newPerson();
    await call(world, '/signup', { body: { ...person, code_challenge, code_challenge_method: 's256' } });
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    const auth_code = (await follow(link)).searchParams.get('code') ?? '';
    const attempts: [path: string, body: object][] = [
      // As if no challenge had been given, or a plain one.
      ['/token?grant_type=pkce', { auth_code }],
      ['/token?grant_type=pkce', { auth_code, code_verifier: code_challenge }],
      [
        '/token?grant_type=pkce',
        { auth_code, code_verifier: code_challenge, code_challenge_method: 'plain' },
      ],
      ['/token?grant_type=refresh_token', { refresh_token: auth_code }],
      ['/verify', { type: 'signup', token_hash: auth_code }],
    ];
    for (const [path, body] of attempts) {
      const answer = await call(world, path, { body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(field(answer.body, 'access_token')).toBe('');
    }
    const right = { auth_code, code_verifier: verifier };
    expect((await call(world, '/token?grant_type=pkce', { body: right })).status).toBe(200);
  });

  test('two browsers that began at once cannot redeem the code of each other', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const codes = [(await follow(mine.link)).searchParams.get('code') ?? ''];
    codes.push((await follow(theirs.link)).searchParams.get('code') ?? '');
    const [ofMine = '', ofTheirs = ''] = codes;
    const mixed = await mine.client.auth.exchangeCodeForSession(ofTheirs);
    expect(mixed.error?.code).toBe('bad_code_verifier');
    expect((await theirs.client.auth.exchangeCodeForSession(ofTheirs)).data.user?.email).toBe(
      theirs.person.email,
    );
    expect(ofMine).not.toBe(ofTheirs);
  });

  test('a verifier that would be shown in the open is not taken where others could read it', async () => {
    const body = { ...newPerson(), code_challenge: 'p'.repeat(64), code_challenge_method: 'plain' };
    expect(await call(world, '/signup', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  test('a code is exchanged once by fifty at the same moment, and stolen later it ends the session', async () => {
    const verifier = 'v'.repeat(64);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const person = newPerson();
    await call(world, '/signup', {
      body: {
        ...person,
        code_challenge: Buffer.from(digest).toString('base64url'),
        code_challenge_method: 's256',
      },
    });
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    const auth_code = (await follow(link)).searchParams.get('code');
    const exchange = () =>
      call(world, '/token?grant_type=pkce', { body: { auth_code, code_verifier: verifier } });
    const answers = await Promise.all(Array.from({ length: 50 }, exchange));
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(1);
    const token = field(opened[0]?.body, 'access_token');
    expect(await roleOf(world, token)).toBe('authenticated');
    world.pass(11);
    expect(await exchange()).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } });
    expect(await roleOf(world, token)).toBe(401);
  });

  test('a code is too old after five minutes', async () => {
    const { client, link } = await begin();
    const code = (await follow(link)).searchParams.get('code') ?? '';
    world.pass(301);
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  test('a failed link says so where such a client looks', async () => {
    const { link } = await begin();
    await follow(link);
    const again = await follow(link);
    expect(again.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(again)).toMatchObject({ error_code: 'otp_expired' });
  });
});
