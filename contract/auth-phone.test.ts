import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, newClient, newPerson, newUser } from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { digitsOf, newCaller, newNumber } from './auth-number.ts';

let world: AuthWorld;
let admin: SupabaseClient['auth']['admin'];
beforeAll(async () => {
  world = await openAuthWorld({ texts: true });
  admin = createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } }).auth.admin;
});
afterAll(() => world.close());

const textsTo = (phone: string) => world.gateway?.taken.filter(({ to }) => to === phone) ?? [];

describe('signing up by number', () => {
  test('brings a text, and a session once its code is typed', async () => {
    const phone = newNumber();
    const password = 'violet kettle';
    const client = newClient(world);
    const { data, error } = await client.auth.signUp({
      phone,
      password,
      options: { data: { full_name: 'Ada' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone: digitsOf(phone),
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { full_name: 'Ada', phone: digitsOf(phone), phone_verified: false },
      identities: [{ provider: 'phone', identity_data: { phone: digitsOf(phone) } }],
    });
    expect(textsTo(phone)).toEqual([
      {
        to: phone,
        text: expect.stringMatching(/^\d{6} is your Errand code\. [^\n]+\n\n@errand\.test #\d{6}$/),
      },
    ]);
    const early = await newClient(world).auth.signInWithPassword({ phone, password });
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });

    const verified = await client.auth.verifyOtp({ type: 'sms', phone, token: await world.codeTo(phone) });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      phone: digitsOf(phone),
      user_metadata: { phone_verified: true },
    });
    expect(verified.data.user?.phone_confirmed_at).toBeDefined();
    expect(claimsOf(await tokenOf(client))).toMatchObject({
      phone: digitsOf(phone),
      email: '',
      aal: 'aal1',
      amr: [{ method: 'otp' }],
      is_anonymous: false,
    });
    expect((await newClient(world).auth.signInWithPassword({ phone, password })).error).toBeNull();
  });

  test('with a number that has an account looks like any other, and sends nothing', async () => {
    const { phone } = await newCaller(world);
    const before = textsTo(phone).length;
    const { data, error } = await newClient(world).auth.signUp({ phone, password: 'another kettle' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: digitsOf(phone), identities: [] });
    expect(textsTo(phone)).toHaveLength(before);
  });

  test.each(['+4930', 'nobody', '+49 170 123 456 789 01', '+49170;123', '00491701234567'])(
    'is refused with %j, which is no number',
    async (phone) => {
      const answer = await call(world, '/signup', { body: { phone, password: 'violet kettle' } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' },
      });
    },
  );

  test('by two at the same moment makes one account', async () => {
    const phone = newNumber();
    const signUp = () => call(world, '/signup', { body: { phone, password: 'violet kettle' } });
    const answers = await Promise.all(Array.from({ length: 8 }, signUp));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const rows = await world.database.query('select from auth.users where phone = $1', [digitsOf(phone)]);
    expect(rows).toHaveLength(1);
  });
});

describe('signing in by text', () => {
  test('makes an account for somebody new, and finds it however the number is written', async () => {
    const phone = newNumber();
    const client = newClient(world);
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    const first = await client.auth.verifyOtp({ type: 'sms', phone, token: await world.codeTo(phone) });
    const spaced = `${phone.slice(1, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`;
    expect((await client.auth.signInWithOtp({ phone: spaced })).error).toBeNull();
    const token = await world.codeTo(phone, 2);
    const second = await client.auth.verifyOtp({ type: 'sms', phone: spaced, token });
    expect(second.data.user?.id).toBe(first.data.user?.id);
  });

  test('is sent as a text only', async () => {
    const phone = newNumber();
    const { error } = await newClient(world).auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('sends the first text again where it is asked for again', async () => {
    const phone = newNumber();
    const client = newClient(world);
    await client.auth.signUp({ phone, password: 'violet kettle' });
    const older = await world.codeTo(phone);
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
    const newer = await world.codeTo(phone, 2);
    if (newer !== older) {
      const { error } = await client.auth.verifyOtp({ type: 'sms', phone, token: older });
      expect(error?.code).toBe('otp_expired');
    }
    expect((await client.auth.verifyOtp({ type: 'sms', phone, token: newer })).error).toBeNull();
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
    expect(textsTo(phone)).toHaveLength(2);
  });
});

describe('a number of somebody who has an address', () => {
  test('is added once its code was typed, opens the account, and the owner is mailed', async () => {
    const { client, person, session } = await newUser(world);
    const phone = newNumber();
    const asked = await client.auth.updateUser({ phone });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({ new_phone: digitsOf(phone), phone: '' });
    const token = await world.codeTo(phone);
    const changed = await client.auth.verifyOtp({ type: 'phone_change', phone, token });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      id: session.user.id,
      phone: digitsOf(phone),
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      user_metadata: { email_verified: true, phone_verified: true },
    });
    expect(changed.data.user).not.toHaveProperty('new_phone');
    await world.mailTo(person.email, 'phone_changed');
    const { password } = person;
    expect((await newClient(world).auth.signInWithPassword({ phone, password })).error).toBeNull();

    // It is taken away like any other way in.
    const { data } = await client.auth.getUserIdentities();
    const own = data?.identities.find(({ provider }) => provider === 'phone');
    if (!own) throw new Error('no identity for the number');
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.phone).toBe('');
    const { error } = await newClient(world).auth.signInWithPassword({ phone, password });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('is texted again', async () => {
    const { client } = await newUser(world);
    const phone = newNumber();
    await client.auth.updateUser({ phone });
    await world.codeTo(phone);
    expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull();
    const token = await world.codeTo(phone, 2);
    expect((await client.auth.verifyOtp({ type: 'phone_change', phone, token })).error).toBeNull();
  });

  test('needs more than a session that was left open', async () => {
    const { client, person } = await newUser(world);
    const phone = newNumber();
    world.pass(360);
    const refused = await client.auth.updateUser({ phone });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const token = await tokenOf(client);
    const body = { phone, current_password: person.password };
    expect((await call(world, '/user', { method: 'PUT', token, body })).status).toBe(200);
    await world.codeTo(phone);
  });
});

test('a person without an address changes the password with a code by text', async () => {
  const { phone, client } = await newCaller(world);
  world.pass(360);
  expect((await client.auth.updateUser({ password: 'copper lantern' })).error?.code).toBe(
    'reauthentication_needed',
  );
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = await world.codeTo(phone, 2);
  expect((await client.auth.updateUser({ password: 'copper lantern', nonce })).error).toBeNull();
  const { error } = await newClient(world).auth.signInWithPassword({ phone, password: 'copper lantern' });
  expect(error).toBeNull();
});

test('an anonymous account is kept for good with a number', async () => {
  const open = await openAuthWorld({ texts: true, settings: { anonymousSignIn: true } });
  const client = newClient(open);
  const { data } = await client.auth.signInAnonymously();
  const phone = newNumber();
  expect((await client.auth.updateUser({ phone })).error).toBeNull();
  const token = await open.codeTo(phone);
  const kept = await client.auth.verifyOtp({ type: 'phone_change', phone, token });
  expect(kept.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false, phone: digitsOf(phone) });
  await open.close();
});

test('a number has to be proved where addresses are taken at their word', async () => {
  const trusting = await openAuthWorld({ texts: true, settings: { mailAutoconfirm: true } });
  const phone = newNumber();
  const { data } = await newClient(trusting).auth.signUp({ phone, password: 'violet kettle' });
  expect([data.session, data.user?.phone_confirmed_at]).toEqual([null, undefined]);
  const { error } = await newClient(trusting).auth.signInWithPassword({ phone, password: 'violet kettle' });
  expect(error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
  await trusting.close();
});

describe('an operator', () => {
  test('makes an account with a number, proved or not, without a text', async () => {
    const phone = newNumber();
    const password = 'violet kettle';
    const { data, error } = await admin.createUser({ phone, password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: digitsOf(phone), app_metadata: { provider: 'phone' } });
    expect((await newClient(world).auth.signInWithPassword({ phone, password })).error?.code).toBe(
      'phone_not_confirmed',
    );
    await admin.updateUserById(data.user?.id ?? '', { phone_confirm: true });
    expect((await newClient(world).auth.signInWithPassword({ phone, password })).error).toBeNull();
    expect(textsTo(phone)).toEqual([]);
  });

  test('gives nobody a number that somebody has', async () => {
    const { phone } = await newCaller(world);
    const refused = { status: 422, code: 'phone_exists' };
    expect((await admin.createUser({ phone })).error).toMatchObject(refused);
    expect((await admin.createUser({ ...newPerson(), phone })).error).toMatchObject(refused);
    const { session } = await newUser(world);
    expect((await admin.updateUserById(session.user.id, { phone })).error).toMatchObject(refused);
  });
});

test('settings name the way by telephone', async () => {
  expect((await call(world, '/settings')).body).toMatchObject({ external: { phone: true } });
});
