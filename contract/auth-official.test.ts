import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { call, linkIn, newClient, newPerson } from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { registerPasskey, signInWithPasskey } from './auth-passkey.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

/** What the official client's own tests expect of a server that takes addresses at their word. */

let world: AuthWorld;
const openAdmin = ({ url, serviceRoleKey }: AuthWorld) =>
  createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
  }).auth.admin;
let admin: ReturnType<typeof openAdmin>;
beforeAll(async () => {
  const settings = { mailAutoconfirm: true, anonymousSignIn: true, commonPasswords: 'allow' } as const;
  world = await openAuthWorld({ settings });
  admin = openAdmin(world);
});
afterAll(() => world.close());

/** Somebody who has just signed up. */
async function newcomer() {
  const client = newClient(world);
  const { data, error } = await client.auth.signUp(newPerson());
  if (error || !data.user) throw error ?? new Error('nobody signed up');
  return { client, user: data.user };
}

describe('a link that is made for somebody', () => {
  const said = { status: 'alpha' };

  test('to sign up answers who it is for, with what was said of them and nothing more', async () => {
    const redirectTo = `${SITE_URL}/welcome`;
    const { data, error } = await admin.generateLink({
      type: 'signup',
      ...newPerson(),
      options: { data: said, redirectTo },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual(said);
    expect(data.user?.confirmation_sent_at).toEqual(expect.any(String));
    expect(data.properties?.action_link).toContain('type=signup');
    expect(data.properties?.redirect_to).toBe(redirectTo);
  });

  test('who waits to be confirmed adds what is said now', async () => {
    const person = newPerson();
    await admin.generateLink({ type: 'signup', ...person, options: { data: { ...said, team: 'blue' } } });
    const { data } = await admin.generateLink({
      type: 'signup',
      ...person,
      options: { data: { status: 'beta' } },
    });
    expect(data.user?.user_metadata).toEqual({ status: 'beta', team: 'blue' });
  });

  test('of an invitation is one too', async () => {
    const { email } = newPerson();
    const { data } = await admin.generateLink({ type: 'invite', email, options: { data: said } });
    expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: said });
    const invited = await admin.inviteUserByEmail(newPerson().email, { data: said });
    expect(invited.data.user?.user_metadata).toEqual(said);
    expect(invited.data.user?.invited_at).toEqual(expect.any(String));
  });

  test.each(['email_change_current', 'email_change_new'] as const)(
    'to change an address (%s) answers the change',
    async (type) => {
      const { user } = await newcomer();
      const { email: newEmail } = newPerson();
      const { data, error } = await admin.generateLink({ type, email: user.email ?? '', newEmail });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        email: user.email,
        new_email: newEmail,
        email_change_sent_at: expect.any(String),
      });
      expect(data.properties?.action_link).toContain('type=email_change');
    },
  );

  test('to an address that somebody else has is refused', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const wanted = { email: one.user.email ?? '', newEmail: other.user.email ?? '' };
    const { error } = await admin.generateLink({ type: 'email_change_new', ...wanted });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('marks when it was made', async () => {
    const { user } = await newcomer();
    const { data } = await admin.generateLink({ type: 'recovery', email: user.email ?? '' });
    expect(data.user?.recovery_sent_at).toEqual(expect.any(String));
  });

  test.each(['xx:;x@x.x', 'a'])('is refused for %s, which is no address', async (email) => {
    const wrong = { message: expect.stringContaining('Unable to validate email address: invalid format') };
    const link = await admin.generateLink({ type: 'signup', email, password: 'password123' });
    expect(link.error).toMatchObject(wrong);
    expect((await admin.createUser({ email, password: 'password123' })).error).toMatchObject(wrong);
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject(wrong);
    expect((await newClient(world).auth.signUp({ email, password: '123456' })).error).toMatchObject(wrong);
  });
});

describe('a code that is typed', () => {
  test('for a number that is none is refused as such', async () => {
    const { error } = await newClient(world).auth.verifyOtp({
      phone: '12025550123-invalid',
      token: '123456',
      type: 'sms',
    });
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Invalid phone number format (E.164 required)',
    });
  });

  test('for an address that is none is refused as such', async () => {
    const { error } = await newClient(world).auth.verifyOtp({
      email: 'nobody',
      token: '123456',
      type: 'email',
    });
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('invalid format') });
  });

  test('for a number that nobody has is wrong', async () => {
    const { error } = await newClient(world).auth.verifyOtp({
      phone: '12025550123',
      token: '123456',
      type: 'sms',
    });
    expect(error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' });
  });
});

describe('where no service to sign in with is configured', () => {
  test('identities are neither linked nor unlinked', async () => {
    const { client } = await newcomer();
    const off = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' };
    const { data } = await client.auth.getUserIdentities();
    const [own] = data?.identities ?? [];
    if (!own) throw new Error('no identity');
    expect((await client.auth.unlinkIdentity(own)).error).toMatchObject(off);
    expect((await client.auth.linkIdentity({ provider: 'google' })).error).toMatchObject(off);
    const token = await tokenOf(client);
    expect(await call(world, '/user/identities/none', { method: 'DELETE', token })).toMatchObject({
      status: 404,
      body: { code: 'manual_linking_disabled' },
    });
  });

  test('a token of one is refused by the name of who signs there', async () => {
    const { error } = await newClient(world).auth.signInWithIdToken({ provider: 'google', token: 'any' });
    expect(error).toMatchObject({
      status: 400,
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    });
    const body = { provider: 'constructor', id_token: 'any' };
    const unknown = await call(world, '/token?grant_type=id_token', { body });
    expect(unknown).toMatchObject({ status: 400, body: { message: 'Provider is not enabled' } });
  });

  test.each([{ providerId: 'any' }, { domain: 'corp.example' }])('nor is a company: %j', async (asked) => {
    const { error } = await newClient(world, { pkce: true }).auth.signInWithSSO(asked);
    expect(error).toMatchObject({ status: 404, message: 'SAML 2.0 is disabled' });
  });
});

test('an administrator sees and removes the passkeys of somebody, who is told', async () => {
  const { client, user } = await newcomer();
  const [kept, lost] = [new SoftAuthenticator(SITE_URL), new SoftAuthenticator(SITE_URL)];
  const keptId = (await registerPasskey(client, kept)).data?.id ?? '';
  const lostId = (await registerPasskey(client, lost)).data?.id ?? '';
  const list = () => admin.passkey.listPasskeys({ userId: user.id });
  expect((await list()).data).toMatchObject([{ id: keptId }, { id: lostId }]);
  expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId: lostId })).error).toBeNull();
  expect((await list()).data).toMatchObject([{ id: keptId }]);
  expect((await signInWithPasskey(world, lost)).answer.error?.code).toBe('webauthn_verification_failed');
  expect(await world.mailTo(user.email ?? '', 'passkey_removed')).toBeDefined();
  const again = await admin.passkey.deletePasskey({ userId: user.id, passkeyId: lostId });
  expect(again.error).toMatchObject({ status: 404, code: 'webauthn_credential_not_found' });
  const other = await newcomer();
  const foreign = await admin.passkey.deletePasskey({ userId: other.user.id, passkeyId: keptId });
  expect(foreign.error).toMatchObject({ status: 404 });
});

test('common passwords are taken where an operator allows them, and sign in without a warning', async () => {
  const person = { email: newPerson().email, password: 'password123' };
  expect((await newClient(world).auth.signUp(person)).error).toBeNull();
  const { data, error } = await newClient(world).auth.signInWithPassword(person);
  expect(error).toBeNull();
  expect(data).not.toHaveProperty('weakPassword.reasons');
  const short = await newClient(world).auth.signUp({ ...person, password: '123' });
  expect(short.error?.message).toContain('Password should be at least 6 characters');
});

test('a visitor without a name carries the data that they sent', async () => {
  const data = { info: 'some info' };
  const visitor = await newClient(world).auth.signInAnonymously({ options: { data } });
  expect(visitor.data.user).toMatchObject({ is_anonymous: true, user_metadata: data });
  expect(visitor.data.user?.user_metadata).toEqual(data);
});

test('a second sign-up with an address says that it is taken', async () => {
  const person = newPerson();
  await newClient(world).auth.signUp(person);
  const { data, error } = await newClient(world).auth.signUp(person);
  expect(error?.message).toMatch(/^User already registered/);
  expect(data).toEqual({ user: null, session: null });
});

test('who is not confirmed yet has no such time, until an administrator says so', async () => {
  const waiting = await openAuthWorld();
  try {
    const { data } = await newClient(waiting).auth.signUp(newPerson());
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const { data: confirmed } = await openAdmin(waiting).updateUserById(data.user?.id ?? '', {
      email_confirm: true,
    });
    expect(confirmed.user?.email_confirmed_at).toEqual(expect.any(String));
  } finally {
    await waiting.close();
  }
});

test('a wrong page of people is an error, and nobody', async () => {
  const { data, error } = await admin.listUsers({ page: -1, perPage: 10 });
  expect(error).not.toBeNull();
  expect(data.users).toEqual([]);
});

test('with one shared secret the client asks the server about a token, and with published keys it does not', async () => {
  const secret = 'super-secret-jwt-token-with-at-least-32-characters-long';
  const shared = await openAuthWorld({ settings: { mailAutoconfirm: true }, jwtKeys: secret });
  try {
    for (const [place, asks] of [
      [shared, true],
      [world, false],
    ] as const) {
      const person = newPerson();
      const client = newClient(place);
      await client.auth.signUp(person);
      const asked: string[] = [];
      const ask = client.auth.getUser.bind(client.auth);
      client.auth.getUser = async (token) => {
        asked.push('user');
        return ask(token);
      };
      const { data, error } = await client.auth.getClaims();
      expect(error).toBeNull();
      expect(data?.claims['email']).toBe(person.email);
      expect(asked.length > 0).toBe(asks);
    }
  } finally {
    await shared.close();
  }
});

test('the link of a mail leads where it says', async () => {
  const { user } = await newcomer();
  const redirectTo = `${SITE_URL}/welcome`;
  await newClient(world).auth.resetPasswordForEmail(user.email ?? '', { redirectTo });
  const mail = await world.mailTo(user.email ?? '', 'recovery');
  expect(linkIn(mail.text, world).searchParams.get('redirect_to')).toBe(redirectTo);
});
