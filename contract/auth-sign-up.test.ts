import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { call, codeIn, follow, fragmentOf, linkIn, newClient, newPerson } from './auth-client.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

describe('signing up', () => {
  test('leads over the mail to a session', async () => {
    const person = newPerson();
    const client = newClient(world);
    const { data, error } = await client.auth.signUp({
      ...person,
      options: { data: { full_name: 'Ada' }, emailRedirectTo: `${SITE_URL}/dashboard` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      role: 'authenticated',
      user_metadata: { full_name: 'Ada', email: person.email, email_verified: false },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [expect.objectContaining({ provider: 'email', id: data.user?.id })],
      is_anonymous: false,
    });
    expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
    expect(data.user).not.toHaveProperty('email_confirmed_at');

    const mail = await world.mailTo(person.email, 'confirm_signup');
    const arrived = await follow(linkIn(mail.text, world));
    expect(`${arrived.origin}${arrived.pathname}`).toBe(`${SITE_URL}/dashboard`);
    const fragment = fragmentOf(arrived);
    expect(fragment).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' });

    const { data: set } = await client.auth.setSession({
      access_token: fragment['access_token'] ?? '',
      refresh_token: fragment['refresh_token'] ?? '',
    });
    expect(set.user?.email_confirmed_at).toMatch(/Z$/);
    expect(set.user?.user_metadata).toMatchObject({ email_verified: true });
  });

  test('can be confirmed with the digits of the mail', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const token = codeIn((await world.mailTo(person.email, 'confirm_signup')).text);
    const { data, error } = await client.auth.verifyOtp({ email: person.email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(person.email);
  });

  test('can be confirmed with the token of the link', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    const token_hash = link.searchParams.get('token') ?? '';
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'email' });
    expect(error).toBeNull();
    expect(data.session?.access_token).toEqual(expect.any(String));
  });

  test('is not enough to sign in', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const { error } = await client.auth.signInWithPassword(person);
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
  });

  test('takes an address in any spelling as the same', async () => {
    const person = newPerson();
    const client = newClient(world);
    const { data } = await client.auth.signUp({ ...person, email: ` ${person.email.toUpperCase()} ` });
    expect(data.user?.email).toBe(person.email);
  });

  test('shows the request to triggers of the application: consent is written with the address it came from', async () => {
    const person = newPerson();
    await newClient(world).auth.signUp({
      ...person,
      options: { data: { full_name: 'Ada', terms_accepted: true, marketing_accepted: false } },
    });
    const rows = await world.database.query(
      'select ip_address, terms_accepted, marketing_accepted from public.user_consent where email = $1',
      [person.email],
    );
    expect(rows).toEqual([{ ip_address: '127.0.0.1', terms_accepted: true, marketing_accepted: false }]);
  });

  test('by a one-time code is not the form: the terms are asked for later, whatever was sent along', async () => {
    const { email } = newPerson();
    const data = { full_name: 'Ada', terms_accepted: true };
    expect((await newClient(world).auth.signInWithOtp({ email, options: { data } })).error).toBeNull();
    await world.mailTo(email, 'confirm_signup');
    const rows = await world.database.query(
      `select p.id as profile, g.id as credits from auth.users u
       left join public.profiles p on p.id = u.id left join public.credit_grants g on g.user_id = u.id
       where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ profile: null, credits: null }]);
  });
});

describe('signing up with an address that has an account', () => {
  test('answers with somebody who does not exist, has no identities, and gets no mail', async () => {
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    await follow(linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world));
    const before = (await world.mails()).length;
    const { data, error } = await client.auth.signUp({ ...person, password: 'quiet lantern 12' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email: person.email, identities: [], role: '' } });
    expect(await world.mails()).toHaveLength(before);
    expect((await client.auth.signInWithPassword(person)).error).toBeNull();
  });

  test('that waits for its confirmation sends the mail again, and the older link is worthless', async () => {
    const person = newPerson();
    const client = newClient(world);
    const first = await client.auth.signUp(person);
    const older = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    const second = await client.auth.signUp(person);
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const newer = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    expect(fragmentOf(await follow(older))).toMatchObject({ error_code: 'otp_expired' });
    expect(fragmentOf(await follow(newer))).toHaveProperty('access_token');
    expect((await client.auth.signInWithPassword(person)).error).toBeNull();
  });

  test('fifty times at the same moment makes one account', async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 50 }, () => newClient(world).auth.signUp(person)));
    const rows = await world.database.query('select id from auth.users where email = $1', [person.email]);
    expect(rows).toHaveLength(1);
    const users = answers.filter(({ error }) => error === null).map(({ data }) => data.user?.id);
    expect(new Set(users).size).toBe(1);
    // More than can be hashed soon are told to come back, and nobody meets anything else.
    for (const { error } of answers) if (error) expect(error).toMatchObject({ status: 429 });
  });
});

describe('whoever signed up with a foreign address', () => {
  const attacker = 'attackers password 1';

  test('has no password any more when the owner signs up too', async () => {
    const { email, password } = newPerson();
    const client = newClient(world);
    await client.auth.signUp({ email, password: attacker });
    await client.auth.signUp({ email, password });
    await follow(linkIn((await world.mailTo(email, 'confirm_signup')).text, world));
    const { error } = await client.auth.signInWithPassword({ email, password: attacker });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('has no password any more when they sign up after the owner', async () => {
    const { email, password } = newPerson();
    const client = newClient(world);
    await client.auth.signUp({ email, password });
    await client.auth.signUp({ email, password: attacker });
    await follow(linkIn((await world.mailTo(email, 'confirm_signup')).text, world));
    const { error } = await client.auth.signInWithPassword({ email, password: attacker });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('has no password any more when the owner asks for a new one', async () => {
    const { email } = newPerson();
    const client = newClient(world);
    await client.auth.signUp({ email, password: attacker });
    await client.auth.resetPasswordForEmail(email);
    await follow(linkIn((await world.mailTo(email, 'recovery')).text, world));
    const { error } = await client.auth.signInWithPassword({ email, password: attacker });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('has no password any more when the owner signs in without one', async () => {
    const { email } = newPerson();
    const client = newClient(world);
    await client.auth.signUp({ email, password: attacker });
    const older = linkIn((await world.mailTo(email, 'confirm_signup')).text, world);
    await client.auth.signInWithOtp({ email });
    expect(fragmentOf(await follow(older))).toMatchObject({ error_code: 'otp_expired' });
    await follow(linkIn((await world.mailTo(email, 'confirm_signup')).text, world));
    const { error } = await client.auth.signInWithPassword({ email, password: attacker });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('a sign-up is refused', () => {
  const refused: [string, Record<string, unknown>, { status: number; code: string; message: RegExp }][] = [
    [
      'with a short password',
      { password: 'abcde' },
      { status: 422, code: 'weak_password', message: /at least 6/ },
    ],
    [
      'with a common password',
      { password: 'iloveyou' },
      { status: 422, code: 'weak_password', message: /too common/ },
    ],
    [
      'with the name of the place',
      { password: 'Errand123' },
      { status: 422, code: 'weak_password', message: /too common/ },
    ],
    [
      'without a password',
      { password: null },
      { status: 400, code: 'validation_failed', message: /valid password/ },
    ],
    [
      'with no address',
      { email: 'nobody' },
      { status: 400, code: 'validation_failed', message: /invalid format/ },
    ],
    [
      'with a header in the address',
      { email: 'a@example.org\r\nBcc: b@example.org' },
      { status: 400, code: 'validation_failed', message: /invalid format/ },
    ],
    [
      'with two addresses',
      { email: 'a@example.org,b@example.org' },
      { status: 400, code: 'validation_failed', message: /invalid format/ },
    ],
    [
      'with a phone number',
      { email: null, phone: '+49123456789' },
      { status: 400, code: 'phone_provider_disabled', message: /Phone/ },
    ],
    [
      'with both',
      { phone: '+49123456789' },
      { status: 400, code: 'validation_failed', message: /Only an email/ },
    ],
    [
      'with neither',
      { email: null },
      { status: 422, code: 'anonymous_provider_disabled', message: /disabled/ },
    ],
    [
      'with half a challenge',
      { code_challenge: 'x'.repeat(43) },
      { status: 400, code: 'validation_failed', message: /PKCE/ },
    ],
    [
      'with a plain challenge',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      { status: 400, code: 'validation_failed', message: /s256/ },
    ],
    ['with a text as data', { data: 'text' }, { status: 400, code: 'validation_failed', message: /data/ }],
    [
      'with NUL in its data',
      { data: { full_name: 'a\u0000b' } },
      { status: 400, code: 'validation_failed', message: /NUL/ },
    ],
    [
      'with endless data',
      { data: { full_name: 'a'.repeat(9000) } },
      { status: 400, code: 'validation_failed', message: /8000/ },
    ],
  ];
  test.each(refused)('%s', async (_name, changed, { status, code, message }) => {
    const before = (await world.mails()).length;
    const answer = await call(world, '/signup', { body: { ...newPerson(), ...changed } });
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } });
    expect(await world.mails()).toHaveLength(before);
  });

  test('with the reason that the official client names', async () => {
    const { error } = await newClient(world).auth.signUp({ ...newPerson(), password: 'qwerty' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
  });
});

test('resending brings a new link, and says nothing about unknown or confirmed addresses', async () => {
  const person = newPerson();
  const client = newClient(world);
  await client.auth.signUp(person);
  const older = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
  const again = await client.auth.resend({ type: 'signup', email: person.email });
  expect(again).toMatchObject({ error: null });
  // It is sent beside the answer.
  const newer = await vi.waitFor(async () => {
    const link = linkIn((await world.mailTo(person.email, 'confirm_signup')).text, world);
    expect(link.href).not.toBe(older.href);
    return link;
  });
  expect(fragmentOf(await follow(older))).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
  });
  expect(fragmentOf(await follow(newer))).toHaveProperty('access_token');

  const before = (await world.mails()).length;
  for (const email of [person.email, 'nobody@example.org']) {
    expect(await client.auth.resend({ type: 'signup', email })).toMatchObject({ error: null });
  }
  expect(await world.mails()).toHaveLength(before);
});
