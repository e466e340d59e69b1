import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { follow, fragmentOf, linkIn, newClient, newPerson, newUser } from './auth-client.ts';

/** Accounts that a stranger prepares with somebody's address, before its owner comes. */

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld({ texts: true });
});
afterAll(() => world.close());

let numbers = 0;

/** A stranger who is signed in by a telephone of their own. */
async function strangerWithPhone() {
  const phone = `+4915112340${String((numbers += 1)).padStart(3, '0')}`;
  const client = newClient(world);
  await client.auth.signInWithOtp({ phone });
  const { data, error } = await client.auth.verifyOtp({
    phone,
    token: await world.codeTo(phone),
    type: 'sms',
  });
  if (error || !data.user) throw error ?? new Error('nobody is signed in');
  return { client, phone, id: data.user.id };
}

const linkTo = async (email: string, kind: string) => linkIn((await world.mailTo(email, kind)).text, world);

describe('before the owner of an address comes', () => {
  test('a sign-up with it opens no session that could last until then', async () => {
    const person = newPerson();
    const { data } = await newClient(world).auth.signUp(person);
    expect(data.session).toBeNull();
    const { error } = await newClient(world).auth.signInWithPassword(person);
    expect(error?.code).toBe('email_not_confirmed');
    await newClient(world).auth.resetPasswordForEmail(person.email);
    await follow(await linkTo(person.email, 'recovery'));
    const sessions = await world.database.query(
      'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [person.email],
    );
    // The owner's, and no other.
    expect(sessions).toHaveLength(1);
  });

  test('a stranger who has a way in of their own gets no account with that address beside it', async () => {
    const stranger = await strangerWithPhone();
    const person = newPerson();
    await stranger.client.auth.updateUser({ email: person.email });
    const planted = await linkTo(person.email, 'email_change');
    const owner = await newUser(world, person);
    expect(owner.session.user.id).not.toBe(stranger.id);
    expect(fragmentOf(await follow(planted))).toMatchObject({ error_code: 'email_exists' });
    const again = newClient(world);
    await again.auth.signInWithOtp({ phone: stranger.phone });
    const token = await world.codeTo(stranger.phone, 2);
    const { data } = await again.auth.verifyOtp({ phone: stranger.phone, token, type: 'sms' });
    expect(data.user?.id).toBe(stranger.id);
    expect(data.user?.email).toBe('');
  });

  test('a change of address that was begun for it comes too late afterwards, its other half shown or not', async () => {
    const stranger = await newUser(world);
    const person = newPerson();
    await stranger.client.auth.updateUser({ email: person.email });
    await follow(await linkTo(stranger.person.email, 'email_change_current'));
    const planted = await linkTo(person.email, 'email_change');
    await newUser(world, person);
    expect(fragmentOf(await follow(planted))).toMatchObject({ error_code: 'email_exists' });
    const { data } = await stranger.client.auth.getUser();
    expect(data.user?.email).toBe(stranger.person.email);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });
});
