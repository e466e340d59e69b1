import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, newUser, roleOf } from './auth-client.ts';
import { answerOfKey, showKey, tokenOf } from './auth-key.ts';
import { enrolTotp, newCarefulUser, newTotpApp, signInByPassword } from './auth-totp.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

let world: AuthWorld;
let admin: SupabaseClient['auth']['admin'];
const app = newTotpApp(() => world);
beforeAll(async () => {
  world = await openAuthWorld();
  admin = createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } }).auth.admin;
});
afterAll(() => world.close());

const enrolKey = async (client: SupabaseClient): Promise<string> => {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  if (error) throw error;
  return data.id;
};

const levelOf = async (client: SupabaseClient): Promise<unknown> => {
  const { data, error } = await client.auth.refreshSession();
  if (error) throw error;
  return claimsOf(data.session?.access_token ?? '')['aal'];
};

const factorsOf = async (userId: string) => (await admin.mfa.listFactors({ userId })).data?.factors;

describe('whoever knows the password alone', () => {
  test('gets past no factor with one that they began before it', async () => {
    const { client, person } = await newUser(world);
    const thief = await signInByPassword(world, person);
    const begun = await enrolKey(thief);
    const { factorId, secret } = await enrolTotp(client);
    await client.auth.mfa.challengeAndVerify({ factorId, code: app.nextCode(secret) });

    const again = await signInByPassword(world, person);
    const token = await tokenOf(again);
    const challenged = await call(world, `/factors/${begun}/challenge`, { body: {}, token });
    expect(challenged).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
    expect((await again.auth.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }]);
  });

  test('finishes no factor that the owner has just begun', async () => {
    const { client, person } = await newCarefulUser(world, app);
    const begun = await enrolKey(client);
    const thief = await signInByPassword(world, person);
    const token = await tokenOf(thief);
    const refused = { status: 401, body: { code: 'insufficient_aal' } };
    expect(await call(world, `/factors/${begun}/challenge`, { body: {}, token })).toMatchObject(refused);
    // Nor with a challenge that the owner asked for.
    const body = await answerOfKey(world, client, begun, new SoftAuthenticator(SITE_URL));
    expect(await call(world, `/factors/${begun}/verify`, { body, token })).toMatchObject(refused);
    // The owner can.
    expect((await showKey(world, client, begun, new SoftAuthenticator(SITE_URL))).answer.status).toBe(200);
  });

  test('puts no key of theirs in the place of one that counts', async () => {
    const { client, person } = await newUser(world);
    const factorId = await enrolKey(client);
    const thief = await signInByPassword(world, person);
    const body = await answerOfKey(world, thief, factorId, new SoftAuthenticator(SITE_URL));
    const key = new SoftAuthenticator(SITE_URL);
    await showKey(world, client, factorId, key);

    const again = await signInByPassword(world, person);
    const token = await tokenOf(again);
    const answer = await call(world, `/factors/${factorId}/verify`, { body, token });
    expect(answer).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    expect((await showKey(world, again, factorId, key)).answer.status).toBe(200);
  });

  test('has ten guesses at a challenge', async () => {
    const { person, factorId, secret } = await newCarefulUser(world, app);
    const thief = await signInByPassword(world, person);
    const { data } = await thief.auth.mfa.challenge({ factorId });
    const guess = (code: string) =>
      thief.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code }).then(({ error }) => error?.code);
    for (let tries = 0; tries < 10; tries += 1) expect(await guess('wrong')).toBe('mfa_verification_failed');
    expect(await guess(app.nextCode(secret))).toBe('mfa_challenge_expired');
  });
});

test('a factor that was begun and left is no factor after five minutes', async () => {
  const { client } = await newUser(world);
  const { factorId, secret } = await enrolTotp(client);
  app.pass(200);
  const { data } = await client.auth.mfa.challenge({ factorId });
  app.pass(101);
  const late = await client.auth.mfa.verify({
    factorId,
    challengeId: data?.id ?? '',
    code: app.codeOf(secret),
  });
  expect(late.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
});

describe('a factor that is removed', () => {
  test('by an operator leaves nothing behind that asks for it, and the owner learns of it', async () => {
    const { person, userId, client, factorId } = await newCarefulUser(world, app);
    await client.auth.mfa.recoveryCodes.generate();
    const { error } = await admin.mfa.deleteFactor({ userId, id: factorId });
    expect(error).toBeNull();
    expect(await factorsOf(userId)).toEqual([]);
    expect(await levelOf(client)).toBe('aal1');
    expect(await world.mailTo(person.email, 'factor_removed')).toBeDefined();
    const again = await signInByPassword(world, person);
    expect((await again.auth.updateUser({ password: 'another kettle 91' })).error).toBeNull();
  });

  test('ends the other sessions that it raised where another one counts, and lowers them where none does', async () => {
    const { person, userId, client, factorId, secret } = await newCarefulUser(world, app);
    const { data } = await client.auth.mfa.recoveryCodes.generate();
    const byCode = await signInByPassword(world, person);
    expect((await byCode.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
    expect(await levelOf(byCode)).toBe('aal2');
    const stale = (await byCode.auth.getSession()).data.session?.access_token ?? '';
    expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect([await roleOf(world, stale), await levelOf(client)]).toEqual([401, 'aal2']);

    // What was raised by codes falls with the last factor that they stood in for.
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    const later = await signInByPassword(world, person);
    await later.auth.mfa.recoveryCodes.verify({ code: made?.codes[0] ?? '' });
    await client.auth.mfa.challengeAndVerify({ factorId, code: app.nextCode(secret) });
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await factorsOf(userId)).toEqual([]);
    expect([await levelOf(later), await levelOf(client)]).toEqual(['aal1', 'aal1']);
  });

  test('at the same moment as the other one leaves no codes alone', async () => {
    const { userId, client, factorId } = await newCarefulUser(world, app);
    const second = await enrolKey(client);
    await showKey(world, client, second, new SoftAuthenticator(SITE_URL));
    const token = await tokenOf(client);
    await call(world, '/factors/recovery-codes', { body: {}, token });
    const removals = await Promise.all(
      [factorId, second].map((id) => call(world, `/factors/${id}`, { method: 'DELETE', token })),
    );
    expect(removals.map(({ status }) => status)).toEqual([200, 200]);
    expect(await factorsOf(userId)).toEqual([]);
  });
});

describe('a name', () => {
  test('that a factor has already is refused to recovery codes as well', async () => {
    const { client } = await newCarefulUser(world, app);
    const { error } = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'Phone' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  });

  test('that cannot be kept is refused', async () => {
    const { client } = await newCarefulUser(world, app);
    const token = await tokenOf(client);
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ['POST', '/factors'],
      ['POST', '/factors/recovery-codes'],
      ['PATCH', `/passkeys/${id}`],
    ] as const) {
      const body = { factor_type: 'totp', friendly_name: 'a\u0000b' };
      const answer = await call(world, path, { method, body, token });
      expect(answer, path).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });
});
