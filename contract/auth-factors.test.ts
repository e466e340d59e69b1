import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { openIdentityProviders } from '#tests/worlds/identity-providers.ts';
import {
  call,
  claimsOf,
  field,
  follow,
  fragmentOf,
  linkIn,
  newClient,
  newUser,
  type Person,
  roleOf,
} from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { enrolTotp, newCarefulUser, newTotpApp, signInByPassword } from './auth-totp.ts';

let world: AuthWorld;
const app = newTotpApp(() => world);
const { codeOf, nextCode } = app;
const newCareful = () => newCarefulUser(world, app);
const signIn = (person: Person) => signInByPassword(world, person);
let simulator: IdentitySimulator;
beforeAll(async () => {
  simulator = await startIdentitySimulator();
  world = await openAuthWorld({ identityProviders: openIdentityProviders(simulator) });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

describe('a second factor', () => {
  test('is begun with a picture, a secret and an address for the app', async () => {
    const { client, person } = await newUser(world);
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Errand here',
    });
    expect(error).toBeNull();
    expect(data?.type).toBe('totp');
    if (data?.type !== 'totp') return;
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const uri = new URL(data.totp.uri);
    expect(uri.searchParams.get('issuer')).toBe('Errand here');
    expect(decodeURIComponent(uri.pathname)).toContain(person.email);
    expect(uri.searchParams.get('secret')).toBe(data.totp.secret);

    // Begun, it changes nothing yet.
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.all).toMatchObject([{ id: data.id, friendly_name: 'Phone', status: 'unverified' }]);
    expect(JSON.stringify(factors)).not.toContain(data.totp.secret);
  });

  test('raises the session once its code was right, and every later sign-in asks for it', async () => {
    const { client, person, factorId, secret } = await newCareful();
    expect(claimsOf(await tokenOf(client))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });

    const again = await signIn(person);
    const { data: level } = await again.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { error } = await again.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) });
    expect(error).toBeNull();
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    // It stays raised over a refresh.
    const { data: refreshed } = await again.auth.refreshSession();
    expect(claimsOf(refreshed.session?.access_token ?? '')['aal']).toBe('aal2');
  });

  test('signs out devices that had not shown it, and tells the owner', async () => {
    const { person, client } = await newUser(world);
    const elsewhere = await tokenOf(await signIn(person));
    expect(await roleOf(world, elsewhere)).toBe('authenticated');
    const { factorId, secret } = await enrolTotp(client);
    await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) });
    expect(await roleOf(world, elsewhere)).toBe(401);
    expect(await roleOf(world, await tokenOf(client))).toBe('authenticated');
    expect((await world.mailTo(person.email, 'factor_added')).text).toContain('authenticator app');
  });

  test('makes the refresh token from before it worthless, without ending the session', async () => {
    const { client } = await newUser(world);
    const { data } = await client.auth.getSession();
    const { factorId, secret } = await enrolTotp(client);
    await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) });
    const old = await call(world, '/token?grant_type=refresh_token', {
      body: { refresh_token: data.session?.refresh_token },
    });
    expect(old).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});

describe('a code', () => {
  test('that is wrong, old or used opens nothing', async () => {
    const { person, factorId, secret } = await newCareful();
    const client = await signIn(person);
    const attempt = (code: string) => client.auth.mfa.challengeAndVerify({ factorId, code });
    const current = nextCode(secret);
    for (const code of ['000000', '', 'abcdef', codeOf(secret, -300), codeOf(secret, 300)]) {
      expect((await attempt(code)).error, code).toMatchObject({
        code: 'mfa_verification_failed',
        status: 422,
      });
    }
    expect((await attempt(current)).error).toBeNull();
    expect((await attempt(current)).error?.code).toBe('mfa_verification_failed');
  });

  test('opens one of two sessions that send it twenty times at the same moment', async () => {
    const { person, factorId, secret } = await newCareful();
    const clients = [await signIn(person), await signIn(person)];
    const code = nextCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clients)
        .flat()
        .map((client) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('belongs to a challenge that is young, unused and its own', async () => {
    const { person, factorId, secret } = await newCareful();
    const client = await signIn(person);
    const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
    const late = await challenge();
    app.pass(301);
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: late, code: codeOf(secret) });
    expect(error?.code).toBe('mfa_challenge_expired');

    const used = await challenge();
    expect(
      (await client.auth.mfa.verify({ factorId, challengeId: used, code: codeOf(secret) })).error,
    ).toBeNull();
    const replayed = await client.auth.mfa.verify({ factorId, challengeId: used, code: nextCode(secret) });
    expect(replayed.error).toMatchObject({ code: 'mfa_factor_not_found', status: 422 });

    const other = await newCareful();
    const foreign = (await other.client.auth.mfa.challenge({ factorId: other.factorId })).data?.id ?? '';
    const mixed = await client.auth.mfa.verify({ factorId, challengeId: foreign, code: nextCode(secret) });
    expect(mixed.error?.code).toBe('mfa_factor_not_found');
  });
});

describe('whoever has a second factor and has not shown it', () => {
  test('is nobody outside the auth room, also after a refresh, until it is shown', async () => {
    const { person, factorId, secret } = await newCareful();
    const client = await signIn(person);
    expect(await roleOf(world, await tokenOf(client))).toBe(401);
    await client.auth.refreshSession();
    const halfway = await tokenOf(client);
    expect(await roleOf(world, halfway)).toBe(401);
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email);

    await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) });
    expect(await roleOf(world, await tokenOf(client))).toBe('authenticated');
    expect(await roleOf(world, halfway)).toBe(401);
  });

  test('can change neither password nor address, nor add or remove a factor', async () => {
    const { person, factorId } = await newCareful();
    const client = await signIn(person);
    const password = await client.auth.updateUser({ password: 'another kettle 77' });
    expect(password.error).toMatchObject({ code: 'insufficient_aal', status: 401 });
    const address = await client.auth.updateUser({ email: 'elsewhere@example.org' });
    expect(address.error?.code).toBe('insufficient_aal');
    const added = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    expect(added.error?.code).toBe('insufficient_aal');
    const removed = await client.auth.mfa.unenroll({ factorId });
    expect(removed.error).toMatchObject({ code: 'insufficient_aal', status: 422 });
    expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal');
  });

  test.each(['recovery', 'magic_link', 'google'] as const)(
    'is as much nobody after a sign-in by %s, and changes as little',
    async (way) => {
      const { person, factorId } = await newCareful();
      const token = await tokenBy(way, person.email);
      expect(claimsOf(token)['aal']).toBe('aal1');
      expect(await roleOf(world, token)).toBe(401);
      const linking = { provider: 'google', id_token: await simulator.idToken(), link_identity: true };
      const tries: [method: string, path: string, body?: object][] = [
        ['PUT', '/user', { password: 'another kettle 79' }],
        ['PUT', '/user', { email: 'elsewhere@example.org' }],
        ['POST', '/factors', { factor_type: 'totp', friendly_name: 'Mine' }],
        ['POST', '/factors/recovery-codes', {}],
        ['DELETE', `/factors/${factorId}`],
        ['GET', '/user/identities/authorize?provider=google'],
        ['POST', '/token?grant_type=id_token', linking],
        ['POST', '/passkeys/registration/options', {}],
      ];
      for (const [method, path, body] of tries) {
        const answer = await call(world, path, { method, body, token });
        expect([path, field(answer.body, 'code')]).toEqual([path, 'insufficient_aal']);
      }
    },
  );

  /** An access token of a new session that this way opens. */
  async function tokenBy(way: 'recovery' | 'magic_link' | 'google', email: string): Promise<string> {
    if (way === 'google') {
      simulator.setPerson({ sub: email, email, email_verified: true });
      const { data } = await newClient(world).auth.signInWithIdToken({
        provider: 'google',
        token: await simulator.idToken(),
      });
      return data.session?.access_token ?? '';
    }
    await call(world, way === 'recovery' ? '/recover' : '/otp', { body: { email } });
    const arrived = await follow(linkIn((await world.mailTo(email, way)).text, world));
    return fragmentOf(arrived)['access_token'] ?? '';
  }

  test('can once it was shown; removing it lowers the session again', async () => {
    const { client, person, factorId } = await newCareful();
    expect((await client.auth.updateUser({ password: 'another kettle 78' })).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(claimsOf(data.session?.access_token ?? '')['aal']).toBe('aal1');
    expect(await world.mailTo(person.email, 'factor_removed')).toBeDefined();
  });
});

describe('recovery codes', () => {
  test('open once each in place of the app, and new ones replace the old', async () => {
    const { client, person } = await newCareful();
    const { data: made, error } = await client.auth.mfa.recoveryCodes.generate();
    expect(error).toBeNull();
    expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
    expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
    const [replaced = ''] = made?.codes ?? [];
    const renewed = await client.auth.mfa.recoveryCodes.regenerate();
    const [first = '', second = ''] = renewed.data?.codes ?? [];
    expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);

    const again = await signIn(person);
    const attempt = async (code: string) => (await again.auth.mfa.recoveryCodes.verify({ code })).error?.code;
    expect(await attempt(replaced)).toBe('mfa_verification_failed');
    expect(await attempt(first.toUpperCase().replaceAll('-', ' '))).toBeUndefined();
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect(await attempt(first)).toBe('mfa_verification_failed');
    expect(await attempt(second)).toBeUndefined();
    expect(await world.mailTo(person.email, 'recovery_code_used')).toBeDefined();
    expect((await again.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 8 });
    const rows = await world.database.query('select code_hash from auth.mfa_recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(second);
  });

  test('need a factor that they stand in for, and go with the last one', async () => {
    const { client } = await newUser(world);
    expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 404,
    });
    const careful = await newCareful();
    await careful.client.auth.mfa.recoveryCodes.generate();
    await careful.client.auth.mfa.unenroll({ factorId: careful.factorId });
    expect((await careful.client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe('factors', () => {
  test('of others are as if they did not exist', async () => {
    const theirs = await newCareful();
    const { client } = await newCareful();
    const { factorId } = theirs;
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 404,
    });
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 404,
    });
    const odd = await call(world, '/factors/none/challenge', { body: {}, token: await tokenOf(client) });
    expect(odd.status).toBe(404);
  });

  test('have names of their own, and there are ten at most', async () => {
    const { client } = await newCareful();
    const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(twice.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 });
    const more = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `F${at}` }),
      ),
    );
    expect(more.filter(({ error }) => error === null)).toHaveLength(9);
    expect(more.find(({ error }) => error)?.error?.code).toBe('too_many_enrolled_mfa_factors');
  });

  test('are sealed: the secret is not in the database', async () => {
    const { secret, factorId } = await newCareful();
    const [row] = await world.database.query<{ secret: Buffer }>(
      'select secret from auth.mfa_factors where id = $1',
      [factorId],
    );
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(row?.secret.includes(plain)).toBe(false);
  });

  test('of kinds that are not offered are refused in the contract’s words', async () => {
    const { client } = await newUser(world);
    const phone = await client.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+4930123456',
      friendlyName: 'x',
    });
    expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled', status: 422 });
    const answer = await call(world, '/factors', {
      body: { factor_type: 'sundial' },
      token: await tokenOf(client),
    });
    expect([answer.status, field(answer.body, 'code')]).toEqual([400, 'validation_failed']);
  });
});
