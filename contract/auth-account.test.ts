import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
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

describe('signing in with a password', () => {
  test('fails with one sentence, whoever it is', async () => {
    const { person } = await newUser(world);
    const client = newClient(world);
    const wrong = await client.auth.signInWithPassword({ ...person, password: 'not the kettle' });
    const nobody = await client.auth.signInWithPassword({ ...person, email: 'nobody@example.org' });
    for (const { error } of [wrong, nobody]) {
      expect(error).toMatchObject({
        name: 'AuthApiError',
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  test.each([
    ['case', (password: string) => password.toUpperCase()],
    ['a trailing space', (password: string) => `${password} `],
    ['a missing letter', (password: string) => password.slice(1)],
  ])('does not overlook %s', async (_name, change) => {
    const { person } = await newUser(world);
    const { error } = await newClient(world).auth.signInWithPassword({
      ...person,
      password: change(person.password),
    });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('may be 128 characters long, and each of them counts', async () => {
    const password = 'a kettle of violets, '.repeat(7).slice(0, 128);
    const { person } = await newUser(world, { ...newPerson(), password });
    const sign = (guess: string) => newClient(world).auth.signInWithPassword({ ...person, password: guess });
    const otherwiseAt = (byte: number) => `${password.slice(0, byte - 1)}%${password.slice(byte)}`;
    for (const guess of [otherwiseAt(73), otherwiseAt(128), password.slice(0, 72), `${password} `]) {
      expect((await sign(guess)).error?.code).toBe('invalid_credentials');
    }
    expect((await sign(password)).error).toBeNull();
  });

  test('needs an address', async () => {
    const answer = await call(world, '/token?grant_type=password', { body: { password: 'x' } });
    expect(answer).toMatchObject({ status: 400, body: { message: 'missing email or phone' } });
  });

  test('opens for somebody who was imported with a bcrypt hash, which is then replaced', async () => {
    const { person, session } = await newUser(world);
    // "moved from elsewhere", cost 6
    const imported = '$2b$06$sGptR6A5K9ZDHmmbOWMW1.lfEVkovAmaw6CPLNo9KhJ071z/HbH6G';
    await world.database.query('update auth.users set encrypted_password = $2 where id = $1', [
      session.user.id,
      imported,
    ]);
    const sign = (password: string) =>
      newClient(world).auth.signInWithPassword({ email: person.email, password });
    expect((await sign('moved from somewhere')).error?.code).toBe('invalid_credentials');
    expect((await sign('moved from elsewhere')).error).toBeNull();
    const [row] = await world.database.query('select encrypted_password from auth.users where id = $1', [
      session.user.id,
    ]);
    expect(row?.['encrypted_password']).toMatch(/^\$argon2id\$/);
    expect((await sign('moved from elsewhere')).error).toBeNull();
  });
});

describe('a forgotten password', () => {
  test('is replaced over the mail, and other devices are signed out', async () => {
    const { person, session: elsewhere } = await newUser(world);
    const client = newClient(world);
    const asked = await client.auth.resetPasswordForEmail(person.email);
    expect(asked).toEqual({ data: {}, error: null });
    const arrived = await follow(linkIn((await world.mailTo(person.email, 'recovery')).text, world));
    const { access_token = '', refresh_token = '', type } = fragmentOf(arrived);
    expect(type).toBe('recovery');
    await client.auth.setSession({ access_token, refresh_token });
    const { error } = await client.auth.updateUser({ password: 'a brand new kettle' });
    expect(error).toBeNull();

    expect(await roleOf(world, elsewhere.access_token)).toBe(401);
    expect(await roleOf(world, access_token)).toBe('authenticated');
    expect((await world.mailTo(person.email, 'password_changed')).to).toBe(person.email);
    expect((await client.auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    const renewed = await client.auth.signInWithPassword({ ...person, password: 'a brand new kettle' });
    expect(renewed.error).toBeNull();
  });

  test('may be chosen a while after the link was opened', async () => {
    const { person } = await newUser(world);
    await newClient(world).auth.resetPasswordForEmail(person.email);
    const arrived = await follow(linkIn((await world.mailTo(person.email, 'recovery')).text, world));
    world.pass(600);
    const answer = await call(world, '/user', {
      method: 'PUT',
      body: { password: 'after some thought' },
      token: fragmentOf(arrived)['access_token'] ?? '',
    });
    expect(answer.status).toBe(200);
  });

  test('older links are dead after the change', async () => {
    const { person, client } = await newUser(world);
    await newClient(world).auth.resetPasswordForEmail(person.email);
    const link = linkIn((await world.mailTo(person.email, 'recovery')).text, world);
    expect((await client.auth.updateUser({ password: 'changed meanwhile' })).error).toBeNull();
    expect(fragmentOf(await follow(link))).toMatchObject({ error_code: 'otp_expired' });
  });
});

describe('whoever asks without an account', () => {
  const paths: [path: string, body: object, kinds: string[]][] = [
    ['/recover', {}, ['recovery']],
    ['/otp', { create_user: false }, ['magic_link']],
    ['/magiclink', { create_user: false }, ['magic_link']],
    ['/resend', { type: 'signup' }, []],
    ['/resend', { type: 'email_change' }, []],
    ['/token?grant_type=password', { password: 'a wrong one' }, []],
    ['/verify', { type: 'email', token: '000000' }, []],
    ['/verify', { type: 'recovery', token: '000000' }, []],
    ['/verify', { type: 'email_change', token: '000000' }, []],
  ];

  test.each(paths)('does not learn from %s %j whether somebody has an address', async (path, body, kinds) => {
    const { person } = await newUser(world);
    const before = (await world.mails()).length;
    const [known, unknown] = await Promise.all(
      [person.email, 'nobody@example.org'].map(async (email) => {
        const { status, headers, body: told } = await call(world, path, { body: { ...body, email } });
        const { date: _, 'x-request-id': __, ...lasting } = Object.fromEntries(headers);
        return { status, told, headers: lasting };
      }),
    );
    expect(known).toEqual(unknown);
    for (const kind of kinds) await world.mailTo(person.email, kind);
    expect(await world.mails()).toHaveLength(before + kinds.length);
  });
});

describe('changing the password', () => {
  const change = (token: string, body: Record<string, unknown>) =>
    call(world, '/user', { method: 'PUT', token, body });

  test('is free right after signing in, and keeps this session', async () => {
    const { client, session } = await newUser(world);
    expect((await client.auth.updateUser({ password: 'fresh as a daisy 4' })).error).toBeNull();
    expect(await roleOf(world, session.access_token)).toBe('authenticated');
  });

  test('needs the old one, or digits from a mail, in a session that was left open', async () => {
    const { session, person } = await newUser(world);
    world.pass(301);
    const token = session.access_token;
    expect(await change(token, { password: 'taken over 1' })).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed' },
    });
    const guess = await change(token, { password: 'taken over 1', current_password: 'a guess' });
    expect(guess).toMatchObject({ status: 400, body: { code: 'current_password_invalid' } });
    const known = await change(token, { password: 'the next one 2', current_password: person.password });
    expect(known.status).toBe(200);

    expect((await call(world, '/reauthenticate', { token })).status).toBe(200);
    const nonce = codeIn((await world.mailTo(person.email, 'reauthentication')).text);
    const wrong = String((Number(nonce) + 1) % 1_000_000).padStart(6, '0');
    expect(await change(token, { password: 'and one more 3', nonce: wrong })).toMatchObject({
      status: 422,
      body: { code: 'reauthentication_not_valid' },
    });
    expect((await change(token, { password: 'and one more 3', nonce })).status).toBe(200);
    expect((await change(token, { password: 'and a last 4', nonce })).status).toBe(422);
  });

  test.each([
    ['the same', (own: string) => own, 'same_password'],
    ['a common one', () => 'password1', 'weak_password'],
    ['a short one', () => 'kettl', 'weak_password'],
  ])('to %s is refused', async (_name, choose, code) => {
    const { client, person } = await newUser(world);
    const { error } = await client.auth.updateUser({ password: choose(person.password) });
    expect(error).toMatchObject({ status: 422, code });
  });
});

describe('the data of a person', () => {
  test('is merged key by key, and null removes', async () => {
    const { client } = await newUser(world);
    await client.auth.updateUser({ data: { full_name: 'Ada', colour: 'ink' } });
    const { data, error } = await client.auth.updateUser({ data: { colour: null, size: 4 } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada', size: 4 });
    expect(data.user?.user_metadata).not.toHaveProperty('colour');
    const fetched = await client.auth.getUser();
    expect(fetched.data.user).toEqual(data.user);
  });

  test('gives nobody a role', async () => {
    const { session } = await newUser(world);
    const token = session.access_token;
    const tries = [
      { app_metadata: { role: 'service_role' } },
      { role: 'service_role', data: { role: 'service_role', subscription_tier: 'pro' } },
      { is_super_admin: true, aud: 'admin', email_confirmed_at: '2020-01-01', banned_until: null },
    ];
    for (const body of tries) await call(world, '/user', { method: 'PUT', token, body });
    const { body } = await call(world, '/user', { token });
    expect(body).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
    expect(body).toMatchObject({ app_metadata: { provider: 'email', providers: ['email'] } });
    const next = await call(world, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(await roleOf(world, field(next.body, 'access_token'))).toBe('authenticated');
  });

  test('of an admin kind is refused by name', async () => {
    const { session } = await newUser(world);
    const answer = await call(world, '/user', {
      method: 'PUT',
      token: session.access_token,
      body: { app_metadata: { tier: 'pro' } },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  });
});
