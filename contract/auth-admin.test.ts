import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import {
  call,
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  newClient,
  newPerson,
  newUser,
  roleOf,
} from './auth-client.ts';

let world: AuthWorld;
let admin: SupabaseClient['auth']['admin'];
beforeAll(async () => {
  world = await openAuthWorld();
  admin = adminOf(world);
});
afterAll(() => world.close());

function adminOf({ url, serviceRoleKey }: AuthWorld): SupabaseClient['auth']['admin'] {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  return createClient(url, serviceRoleKey, { auth }).auth.admin;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('who is no administrator', () => {
  test.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${UNKNOWN}`],
    ['PUT', `/admin/users/${UNKNOWN}`],
    ['DELETE', `/admin/users/${UNKNOWN}`],
    ['GET', `/admin/users/${UNKNOWN}/factors`],
    ['GET', `/admin/users/${UNKNOWN}/passkeys`],
    ['DELETE', `/admin/users/${UNKNOWN}/passkeys/${UNKNOWN}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/anything'],
  ])('is refused: %s %s', async (method, path) => {
    const { session } = await newUser(world);
    const body = method === 'GET' ? undefined : { email: newPerson().email, type: 'magiclink' };
    expect(await call(world, path, { method, body })).toMatchObject({ status: 401 });
    for (const token of [session.access_token, world.anonKey]) {
      const answer = await call(world, path, { method, body, token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    }
  });
});

describe('an account that an administrator makes', () => {
  test('has what was said, sends no mail, and signs in once its address counts', async () => {
    const person = newPerson();
    const { data, error } = await admin.createUser({
      ...person,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { team: 'blue' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, user_metadata: { full_name: 'Ada' } });
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ada' });
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', team: 'blue' });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect((await world.mails()).filter(({ to }) => to === person.email)).toEqual([]);

    const client = newClient(world);
    expect((await client.auth.signInWithPassword(person)).error?.code).toBe('email_not_confirmed');
    await admin.updateUserById(data.user?.id ?? '', { email_confirm: true });
    expect((await client.auth.signInWithPassword(person)).error).toBeNull();
  });

  test('can bring its id and a hash from elsewhere', async () => {
    const { email } = newPerson();
    const id = crypto.randomUUID();
    const { data } = await admin.createUser({
      id,
      email,
      email_confirm: true,
      // "moved from elsewhere", cost 6
      password_hash: '$2b$06$sGptR6A5K9ZDHmmbOWMW1.lfEVkovAmaw6CPLNo9KhJ071z/HbH6G',
    });
    expect(data.user?.id).toBe(id);
    const { error } = await newClient(world).auth.signInWithPassword({
      email,
      password: 'moved from elsewhere',
    });
    expect(error).toBeNull();
  });

  test.each([
    [
      'a taken id',
      async () => admin.createUser({ ...newPerson(), id: (await newUser(world)).session.user.id }),
      422,
      'user_already_exists',
    ],
    [
      'a taken address',
      async () => admin.createUser({ email: (await newUser(world)).person.email }),
      422,
      'email_exists',
    ],
    ['no address', () => admin.createUser({ password: 'violet kettle' }), 400, 'validation_failed'],
    ['half a phone number', () => admin.createUser({ phone: '+4930' }), 400, 'validation_failed'],
    [
      'a hash of an unknown kind',
      () => admin.createUser({ ...newPerson(), password: undefined, password_hash: 'md5:abc' }),
      400,
      'validation_failed',
    ],
    ['a short password', () => admin.createUser({ ...newPerson(), password: 'abc' }), 422, 'weak_password'],
    [
      'the role of the service',
      () => admin.createUser({ ...newPerson(), role: 'service_role' }),
      400,
      'validation_failed',
    ],
  ])('is refused with %s', async (_name, create, status, code) => {
    const { error } = await create();
    expect(error).toMatchObject({ status, code });
  });
});

describe('a password that others would try first', () => {
  const makers = (by: typeof admin) => ({
    createUser: (password: string) => by.createUser({ ...newPerson(), password }),
    updateUserById: async (password: string) =>
      by.updateUserById((await newUser(world)).session.user.id, { password }),
    generateLink: (password: string) =>
      by.generateLink({ type: 'signup', email: newPerson().email, password }),
  });

  test.each(['createUser', 'updateUserById', 'generateLink'] as const)(
    'is not taken from an administrator either: %s',
    async (name) => {
      const { error } = await makers(admin)[name]('password123');
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
      // Five characters, in ten units of UTF-16.
      expect((await makers(admin)[name]('🦓🐝🌱🔧🧊')).error).toMatchObject({ reasons: ['length'] });
    },
  );

  test('is also the address of the account', async () => {
    const { person, session } = await newUser(world);
    const { email } = newPerson();
    const weak = { status: 422, code: 'weak_password' };
    expect((await admin.createUser({ email, password: email })).error).toMatchObject(weak);
    const own = { password: person.email };
    expect((await admin.updateUserById(session.user.id, own)).error).toMatchObject(weak);
    expect((await admin.generateLink({ type: 'signup', email, password: email })).error).toMatchObject(weak);
  });

  test('is taken where the operator allows it', async () => {
    const trial = await openAuthWorld({ settings: { commonPasswords: 'allow' } });
    try {
      const { error } = await adminOf(trial).createUser({ ...newPerson(), password: 'password123' });
      expect(error).toBeNull();
    } finally {
      await trial.close();
    }
  });
});

describe('people', () => {
  test('are listed newest first, in pages whose links the client reads', async () => {
    for (let count = 0; count < 5; count += 1) await admin.createUser({ ...newPerson() });
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    expect(first.error).toBeNull();
    expect(first.data.users).toHaveLength(2);
    expect(first.data).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    const all = await admin.listUsers();
    expect(all.data.users.map(({ id }) => id).slice(0, 2)).toEqual(first.data.users.map(({ id }) => id));
    const odd = await call(world, '/admin/users?per_page=100000', { token: world.serviceRoleKey });
    expect(odd).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('are changed at once, and a new password ends their sessions', async () => {
    const { person, session } = await newUser(world);
    const { email } = newPerson();
    const { data, error } = await admin.updateUserById(session.user.id, {
      email,
      password: 'a new kettle 9',
      app_metadata: { team: 'red' },
      user_metadata: { nickname: 'Bo' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      app_metadata: { team: 'red' },
      user_metadata: { nickname: 'Bo', email, email_verified: true },
    });
    expect(await roleOf(world, session.access_token)).toBe(401);
    const client = newClient(world);
    expect((await client.auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    expect((await client.auth.signInWithPassword({ email, password: 'a new kettle 9' })).error).toBeNull();
  });

  test('whose address is changed get nothing by links to the old one', async () => {
    const { person, session } = await newUser(world);
    const { data } = await admin.generateLink({ type: 'recovery', email: person.email });
    const { email } = newPerson();
    await admin.updateUserById(session.user.id, { email });
    const link = linkIn(data.properties?.action_link ?? '', world);
    expect(fragmentOf(await follow(link))).toMatchObject({ error_code: 'otp_expired' });
    const made = await admin.generateLink({ type: 'recovery', email });
    const landed = await follow(linkIn(made.data.properties?.action_link ?? '', world));
    expect(fragmentOf(landed)['access_token']).toBeDefined();
  });

  test('are barred for a while, at once', async () => {
    const { person, session } = await newUser(world);
    const { data } = await admin.updateUserById(session.user.id, { ban_duration: '1h30m' });
    const until = Date.parse(String(Reflect.get(data.user ?? {}, 'banned_until')));
    expect(Math.round((until - Date.now()) / 60_000)).toBeGreaterThanOrEqual(88);
    expect(await roleOf(world, session.access_token)).toBe(401);
    expect((await newClient(world).auth.signInWithPassword(person)).error?.code).toBe('user_banned');
    await admin.updateUserById(session.user.id, { ban_duration: 'none' });
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
    expect((await admin.updateUserById(session.user.id, { ban_duration: 'soon' })).error?.code).toBe(
      'validation_failed',
    );
  });

  test('are erased with all that is theirs, or emptied', async () => {
    const gone = await newUser(world);
    expect((await admin.deleteUser(gone.session.user.id)).error).toBeNull();
    expect(await roleOf(world, gone.session.access_token)).toBe(401);
    expect((await admin.getUserById(gone.session.user.id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });

    const emptied = await newUser(world);
    expect((await admin.deleteUser(emptied.session.user.id, true)).error).toBeNull();
    const [row] = await world.database.query('select * from auth.users where id = $1', [
      emptied.session.user.id,
    ]);
    expect(row).toMatchObject({ email: null, encrypted_password: null, raw_user_meta_data: {} });
    expect((await newClient(world).auth.signInWithPassword(emptied.person)).error?.code).toBe(
      'invalid_credentials',
    );
    // The address is free again.
    expect((await newClient(world).auth.signUp(emptied.person)).data.user?.identities).toHaveLength(1);
  });

  test('that do not exist are not found', async () => {
    expect((await admin.getUserById(UNKNOWN)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin.updateUserById(UNKNOWN, {})).error?.code).toBe('user_not_found');
    expect((await admin.deleteUser(UNKNOWN)).error?.code).toBe('user_not_found');
    const odd = await call(world, '/admin/users/none', { token: world.serviceRoleKey });
    expect(odd).toMatchObject({ status: 404, body: { code: 'validation_failed' } });
  });

  test('lose a second factor that they cannot show any more', async () => {
    const { client, session } = await newUser(world);
    const { data: begun } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost' });
    const { data } = await admin.mfa.listFactors({ userId: session.user.id });
    expect(data?.factors).toMatchObject([{ id: begun?.id, friendly_name: 'Lost' }]);
    const removed = await admin.mfa.deleteFactor({ userId: session.user.id, id: begun?.id ?? '' });
    expect(removed.error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: session.user.id })).data?.factors).toEqual([]);
  });
});

describe('an invitation', () => {
  test('opens an account for whoever has the mailbox', async () => {
    const { email } = newPerson();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { team: 'blue' } });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeDefined();
    const landed = await follow(linkIn((await world.mailTo(email, 'invite')).text, world));
    expect(fragmentOf(landed)).toMatchObject({ type: 'invite', token_type: 'bearer' });
    const { person } = await newUser(world);
    expect((await admin.inviteUserByEmail(person.email)).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    });
  });
});

describe('an account that a stranger prepared with a foreign address', () => {
  test('opens with the mailbox, and never with the stranger’s password, after an invitation', async () => {
    const stranger = newPerson();
    await newClient(world).auth.signUp(stranger);
    expect((await admin.inviteUserByEmail(stranger.email)).error).toBeNull();
    await follow(linkIn((await world.mailTo(stranger.email, 'invite')).text, world));
    const { error } = await newClient(world).auth.signInWithPassword(stranger);
    expect(error?.code).toBe('invalid_credentials');
  });

  test('opens with the password that an operator gives with the link', async () => {
    const stranger = newPerson();
    await newClient(world).auth.signUp(stranger);
    const given = { email: stranger.email, password: 'amber lantern 31' };
    const { data } = await admin.generateLink({ type: 'signup', ...given });
    await follow(linkIn(data.properties?.action_link ?? '', world));
    const signIn = (person: typeof given) => newClient(world).auth.signInWithPassword(person);
    expect((await signIn(stranger)).error?.code).toBe('invalid_credentials');
    expect((await signIn(given)).error).toBeNull();
  });
});

describe('a link that is made and not mailed', () => {
  test('to sign up takes no password that nobody could have', async () => {
    const short = await admin.generateLink({ type: 'signup', email: newPerson().email, password: 'a' });
    expect(short.error).toMatchObject({ status: 422, code: 'weak_password' });
  });

  test('signs in, by itself, its hash and its digits', async () => {
    const { person, session } = await newUser(world);
    const make = async () => {
      const { data, error } = await admin.generateLink({ type: 'magiclink', email: person.email });
      if (error) throw error;
      return data;
    };
    const { properties, user } = await make();
    expect(user.id).toBe(session.user.id);
    expect(properties).toMatchObject({ verification_type: 'magiclink', redirect_to: SITE_URL });
    const landed = await follow(linkIn(properties.action_link, world));
    expect(fragmentOf(landed)['access_token']).toBeDefined();

    const byHash = await newClient(world).auth.verifyOtp({
      type: 'magiclink',
      token_hash: (await make()).properties.hashed_token,
    });
    expect(byHash.error).toBeNull();
    const digits = (await make()).properties.email_otp;
    expect(codeIn(digits)).toBe(digits);
    const byCode = await newClient(world).auth.verifyOtp({
      type: 'email',
      email: person.email,
      token: digits,
    });
    expect(byCode.error).toBeNull();
    expect(
      (await world.mails()).filter(({ to, kind }) => to === person.email && kind === 'magic_link'),
    ).toEqual([]);
  });

  test('makes the account for a sign-up, and for a magic link of somebody unknown', async () => {
    const person = newPerson();
    const made = await admin.generateLink({ type: 'signup', ...person });
    expect(made.data.properties?.verification_type).toBe('signup');
    await follow(linkIn(made.data.properties?.action_link ?? '', world));
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
    const unknown = await admin.generateLink({ type: 'magiclink', email: newPerson().email });
    expect(unknown.data.properties?.verification_type).toBe('signup');
    expect((await admin.generateLink({ type: 'recovery', email: newPerson().email })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  test('changes an address when both have been shown', async () => {
    const { person, client } = await newUser(world);
    const { email: newEmail } = newPerson();
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin.generateLink({ type, email: person.email, newEmail });
      await follow(linkIn(data.properties?.action_link ?? '', world));
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(newEmail);
  });
});
