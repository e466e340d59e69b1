import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { follow, fragmentOf, linkIn, newClient, newPerson, newUser } from './auth-client.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

describe('changing the address', () => {
  test('needs both mailboxes, in any order', async () => {
    const { client, person } = await newUser(world);
    const { email } = newPerson();
    const asked = await client.auth.updateUser({ email });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({ email: person.email, new_email: email });

    const half = await follow(linkIn((await world.mailTo(email, 'email_change')).text, world));
    expect(fragmentOf(half)['message']).toMatch(/other email/);
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);

    const whole = await follow(
      linkIn((await world.mailTo(person.email, 'email_change_current')).text, world),
    );
    expect(fragmentOf(whole)).toMatchObject({ type: 'email_change', token_type: 'bearer' });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, user_metadata: { email } });
    expect(data.user).not.toHaveProperty('new_email');
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
    expect((await newClient(world).auth.signInWithPassword({ ...person, email })).error).toBeNull();
    expect((await newClient(world).auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
  });

  test('is not done by one mailbox that is asked twice', async () => {
    const { client, person } = await newUser(world);
    const { email } = newPerson();
    await client.auth.updateUser({ email });
    const first = linkIn((await world.mailTo(email, 'email_change')).text, world);
    await follow(first);
    expect(fragmentOf(await follow(first))).toMatchObject({ error_code: 'otp_expired' });
    world.pass(25 * 3600);
    expect((await client.auth.getUser()).data.user?.email ?? person.email).toBe(person.email);
    const [row] = await world.database.query('select email from auth.users where email = $1', [person.email]);
    expect(row).toBeDefined();
  });

  test('is not done by the proof of an address that was asked for before', async () => {
    const { client, person } = await newUser(world);
    const { person: other, session } = await newUser(world);
    const { email } = newPerson();
    await client.auth.updateUser({ email });
    const first = linkIn((await world.mailTo(email, 'email_change')).text, world);
    await client.auth.updateUser({ email: other.email });
    expect(fragmentOf(await follow(first))).toMatchObject({ error_code: 'otp_expired' });
    // Free again: nothing but a proof of this very address keeps it from being taken.
    await world.database.query('delete from auth.users where id = $1', [session.user.id]);
    await follow(linkIn((await world.mailTo(person.email, 'email_change_current')).text, world));
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);
  });

  test('to an address of somebody else says nothing, mails them nothing, and never happens', async () => {
    const { person: other } = await newUser(world);
    const { client, person } = await newUser(world);
    const before = (await world.mails()).filter(({ to }) => to === other.email).length;
    const asked = await client.auth.updateUser({ email: other.email });
    expect(asked).toMatchObject({ error: null, data: { user: { new_email: other.email } } });
    await follow(linkIn((await world.mailTo(person.email, 'email_change_current')).text, world));
    expect((await world.mails()).filter(({ to }) => to === other.email)).toHaveLength(before);
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);
  });
});

describe('an anonymous person', () => {
  test('gets a session, and keeps the account when an address is proved', async () => {
    const open = await openAuthWorld({ settings: { anonymousSignIn: true } });
    try {
      const client = newClient(open);
      const { data, error } = await client.auth.signInAnonymously({ options: { data: { colour: 'ink' } } });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ is_anonymous: true, email: '', identities: [] });
      const early = await client.auth.updateUser({ password: 'violet kettle 0' });
      expect(early.error).toMatchObject({ status: 422, code: 'validation_failed' });

      const { email } = newPerson();
      await client.auth.updateUser({ email });
      await follow(linkIn((await open.mailTo(email, 'email_change')).text, open));
      const { data: now } = await client.auth.getUser();
      expect(now.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
      expect(now.user?.identities).toHaveLength(1);
      expect(now.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    } finally {
      await open.close();
    }
  });
});

describe('where every address counts as proved', () => {
  test('signing up signs in, and says when an address is taken', async () => {
    const trusting = await openAuthWorld({ settings: { mailAutoconfirm: true } });
    try {
      const person = newPerson();
      const { data, error } = await newClient(trusting).auth.signUp(person);
      expect(error).toBeNull();
      expect(data.session?.user).toMatchObject({
        email: person.email,
        user_metadata: { email_verified: true },
      });
      expect(await trusting.mails()).toEqual([]);
      const again = await newClient(trusting).auth.signUp(person);
      expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    } finally {
      await trusting.close();
    }
  });
});
