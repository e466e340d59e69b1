import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, newClient, newUser, roleOf } from './auth-client.ts';
import { showKey, tokenOf } from './auth-key.ts';
import { passkeyOptions, registerPasskey, signInWithPasskey } from './auth-passkey.ts';
import { type Flaw, SoftAuthenticator } from './soft-authenticator.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

const FLAWS: readonly (readonly [string, Flaw])[] = [
  ['another site', { origin: 'https://errand.test.evil.example' }],
  ['a key of another site', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['another act', { type: 'payment.get' }],
];

const sessionAnswer = z.object({ access_token: z.string() });

describe('a security key as second factor', () => {
  async function newKeeper() {
    const { client, person } = await newUser(world);
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    const key = new SoftAuthenticator(SITE_URL);
    const factorId = data?.id ?? '';
    const { answer } = await showKey(world, client, factorId, key);
    return { client, person, key, factorId, answer };
  }

  test('is made, raises the session, and is asked for again', async () => {
    const { answer, person, key, factorId } = await newKeeper();
    expect(answer.status).toBe(200);
    expect(claimsOf(sessionAnswer.parse(answer.body).access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    expect((await world.mailTo(person.email, 'factor_added')).text).toContain('security key');
    const again = newClient(world);
    await again.auth.signInWithPassword(person);
    const shown = await showKey(world, again, factorId, key);
    expect(claimsOf(sessionAnswer.parse(shown.answer.body).access_token)['aal']).toBe('aal2');
    // Each challenge once.
    const replayed = await call(world, `/factors/${factorId}/verify`, {
      body: shown.body,
      token: await tokenOf(again),
    });
    expect(replayed).toMatchObject({ status: 422, body: { code: 'mfa_factor_not_found' } });
  });

  test.each([...FLAWS, ['another key', { foreignKey: true }], ['a copied key', { counter: 1 }]] as const)(
    'opens nothing with %s',
    async (_name, flaw) => {
      const { person, key, factorId } = await newKeeper();
      const again = newClient(world);
      await again.auth.signInWithPassword(person);
      await showKey(world, again, factorId, key);
      const third = newClient(world);
      await third.auth.signInWithPassword(person);
      const { answer } = await showKey(world, third, factorId, key, flaw);
      expect(answer).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    },
  );

  test.each(FLAWS)('is not made with %s', async (_name, flaw) => {
    const { client } = await newUser(world);
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    const { answer } = await showKey(world, client, data?.id ?? '', new SoftAuthenticator(SITE_URL), flaw);
    expect(answer).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.all).toMatchObject([{ status: 'unverified' }]);
  });
});

describe('a passkey', () => {
  const register = registerPasskey;
  const signIn = (key: SoftAuthenticator, flaw: Flaw = {}) => signInWithPasskey(world, key, flaw);

  test('is registered and signs in without address or password', async () => {
    const { client, session, person } = await newUser(world);
    const key = new SoftAuthenticator(SITE_URL);
    const { data, error } = await register(client, key);
    expect(error).toBeNull();
    const { answer, client: other, challengeId, credential } = await signIn(key);
    expect(answer.error).toBeNull();
    const token = await tokenOf(other);
    expect(claimsOf(token)).toMatchObject({
      sub: session.user.id,
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
    expect(await roleOf(world, token)).toBe('authenticated');
    expect(await world.mailTo(person.email, 'passkey_added')).toBeDefined();
    const replayed = await newClient(world).auth.passkey.verifyAuthentication({ challengeId, credential });
    expect(replayed.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' });

    const { data: list } = await client.auth.passkey.list();
    expect(list).toMatchObject([{ id: data?.id, last_used_at: expect.any(String) }]);
    await client.auth.passkey.update({ passkeyId: data?.id ?? '', friendlyName: 'Laptop' });
    expect((await client.auth.passkey.list()).data).toMatchObject([{ friendly_name: 'Laptop' }]);
    expect((await client.auth.passkey.delete({ passkeyId: data?.id ?? '' })).error).toBeNull();
    expect((await signIn(key)).answer.error).toMatchObject({ code: 'webauthn_verification_failed' });
  });

  test.each([
    ...FLAWS,
    ['another key', { foreignKey: true }],
    ['nobody who touched or proved it', { unverified: true }],
  ] as const)('opens nothing with %s', async (_name, flaw) => {
    const { client } = await newUser(world);
    const key = new SoftAuthenticator(SITE_URL);
    await register(client, key);
    expect((await signIn(key, flaw)).answer.error).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
  });

  test('is too late after five minutes', async () => {
    const { client } = await newUser(world);
    const key = new SoftAuthenticator(SITE_URL);
    await register(client, key);
    const begun = await newClient(world).auth.passkey.startAuthentication();
    world.pass(301);
    const credential = key.get(passkeyOptions.parse(begun.data?.options));
    const challengeId = begun.data?.challenge_id ?? '';
    const { error } = await newClient(world).auth.passkey.verifyAuthentication({ challengeId, credential });
    expect(error?.code).toBe('webauthn_challenge_expired');
  });

  test('that signs in while its owner is deleted stops neither: the account goes, the sign-in is refused', async () => {
    const { client, session } = await newUser(world);
    const key = new SoftAuthenticator(SITE_URL);
    await register(client, key);
    const signedIn = await world.database.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [session.user.id]);
      const answer = signIn(key);
      // Long enough to come to where it waits for the person.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tx.query('delete from auth.users where id = $1', [session.user.id]);
      return { answer };
    });
    expect((await signedIn.answer).answer.error).toMatchObject({ code: 'webauthn_verification_failed' });
  });

  test('of somebody else can be neither seen, named nor removed; a challenge is for whoever asked', async () => {
    const owner = await newUser(world);
    const { data } = await register(owner.client, new SoftAuthenticator(SITE_URL));
    const { client } = await newUser(world);
    const passkeyId = data?.id ?? '';
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await client.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })).error?.status).toBe(404);
    expect((await client.auth.passkey.delete({ passkeyId })).error?.status).toBe(404);
    const begun = await owner.client.auth.passkey.startRegistration();
    const asked = passkeyOptions.extend({ user: z.object({ id: z.string() }) }).parse(begun.data?.options);
    const credential = new SoftAuthenticator(SITE_URL).create(asked);
    const stolen = await client.auth.passkey.verifyRegistration({
      challengeId: begun.data?.challenge_id ?? '',
      credential,
    });
    expect(stolen.error?.code).toBe('webauthn_challenge_not_found');
  });
});
