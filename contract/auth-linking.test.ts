import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, claimsOf, newClient, newUser, roleOf } from './auth-client.ts';
import { servicesWorld } from './auth-services-world.ts';

const place = servicesWorld('linking', () => ({ settings: { anonymousSignIn: true } }));

type Client = ReturnType<typeof newClient>;

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
async function link(client: Client, more: { token?: string; nonce?: string } = {}) {
  const { token = await place.simulator.idToken(), nonce } = more;
  // Written out: only so the client's types tell this call from the one that leads to another page.
  return nonce === undefined
    ? client.auth.linkIdentity({ provider: 'google', token })
    : client.auth.linkIdentity({ provider: 'google', token, nonce });
}
const providersOf = async (client: Client): Promise<string[]> =>
  ((await client.auth.getUserIdentities()).data?.identities ?? []).map(({ provider }) => provider);
const identityCount = async (): Promise<number> =>
  (await place.world.database.query('select from auth.identities where provider_id = $1', [place.sub]))
    .length;

describe('an identity token that is added to an account', () => {
  test('is a way to sign in from then on, and the owner is told', async () => {
    const { client, person, session } = await newUser(place.world);
    const { data, error } = await link(client, {
      token: await place.simulator.idToken({ nonce: sha('n1') }),
      nonce: 'n1',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: session.user.id,
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    });
    const { data: now } = await client.auth.getSession();
    expect(await roleOf(place.world, now.session?.access_token ?? '')).toBe('authenticated');
    expect(await providersOf(client)).toEqual(['email', 'google']);
    expect(await place.world.mailTo(person.email, 'identity_linked')).toBeDefined();
    const again = await newClient(place.world).auth.signInWithIdToken({
      provider: 'google',
      token: await place.simulator.idToken(),
    });
    expect(again.data.user?.id).toBe(session.user.id);
  });

  test('makes an account without a name one that lasts', async () => {
    const client = newClient(place.world);
    const { data } = await client.auth.signInAnonymously();
    const linked = await link(client);
    expect(linked.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email: place.email });
    expect(claimsOf(linked.data.session?.access_token ?? '')['is_anonymous']).toBe(false);
  });

  test('is added by nobody who is not signed in', async () => {
    const body = { provider: 'google', id_token: await place.simulator.idToken(), link_identity: true };
    const answer = await call(place.world, '/token?grant_type=id_token', { body });
    expect(answer).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect((await link(newClient(place.world))).error).toMatchObject({ status: 403, code: 'bad_jwt' });
    const { client, session } = await newUser(place.world);
    await client.auth.signOut();
    const late = await call(place.world, '/token?grant_type=id_token', { body, token: session.access_token });
    expect(late).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
    expect(await identityCount()).toBe(0);
  });

  test('is not taken from somebody else', async () => {
    const owner = await newClient(place.world).auth.signInWithIdToken({
      provider: 'google',
      token: await place.simulator.idToken(),
    });
    const { client } = await newUser(place.world);
    expect((await link(client)).error).toMatchObject({ status: 422, code: 'identity_already_exists' });
    expect(await providersOf(client)).toEqual(['email']);
    const again = await newClient(place.world).auth.signInWithIdToken({
      provider: 'google',
      token: await place.simulator.idToken(),
    });
    expect(again.data.user?.id).toBe(owner.data.user?.id);
  });

  test('is bound to its nonce, and believed no sooner than at a sign-in', async () => {
    const { client } = await newUser(place.world);
    const token = await place.simulator.idToken({ nonce: sha('n1') });
    for (const nonce of ['n2', undefined]) {
      const { error } = await link(client, { token, ...(nonce !== undefined && { nonce }) });
      expect(error).toMatchObject({ status: 400, message: 'Bad ID token' });
    }
    place.simulator.setFault('foreign-key');
    expect((await link(client)).error?.message).toBe('Bad ID token');
    expect(await providersOf(client)).toEqual(['email']);
    expect(await identityCount()).toBe(0);
  });
});
