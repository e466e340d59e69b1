import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, NO_LIMITS, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, newUser, roleOf } from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { digitsOf, newCaller, newNumber, wrongCode } from './auth-number.ts';
import { signInByPassword } from './auth-totp.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld({ texts: true });
});
afterAll(() => world.close());

const openLimited = (limits: Partial<typeof NO_LIMITS>) =>
  openAuthWorld({ texts: true, settings: { limits: { ...NO_LIMITS, ...limits } } });

async function enrol(client: SupabaseClient, phone: string): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mine', phone });
  if (error) throw error;
  return data.id;
}

async function challenge(client: SupabaseClient, factorId: string): Promise<string> {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/** Somebody whose second factor is a number, signed in at aal2. One text has come to it. */
async function newPhoneUser(at = world) {
  const { client, person } = await newUser(at);
  const phone = newNumber();
  const factorId = await enrol(client, phone);
  const challengeId = await challenge(client, factorId);
  const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: await at.codeTo(phone) });
  if (error) throw error;
  return { client, person, phone, factorId };
}

test('a number is begun, shown, asked for at the next sign-in, and removed', async () => {
  const { client, person } = await newUser(world);
  const phone = newNumber();
  const begun = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mine', phone });
  expect(begun.data).toMatchObject({ type: 'phone', friendly_name: 'Mine', phone: digitsOf(phone) });
  const factorId = begun.data?.id ?? '';
  const asked = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  expect(asked.data).toMatchObject({ type: 'phone' });
  await world.codeTo(phone);
  expect(world.gateway?.taken.at(-1)?.text).toContain('It expires in 5 minutes.');
  const shown = await client.auth.mfa.verify({
    factorId,
    challengeId: asked.data?.id ?? '',
    code: await world.codeTo(phone),
  });
  expect(shown.error).toBeNull();
  expect(claimsOf(await tokenOf(client))).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  });
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([
    { id: factorId, status: 'verified' },
  ]);
  expect((await world.mailTo(person.email, 'factor_added')).text).toContain('a code sent to your phone');

  const again = await signInByPassword(world, person);
  expect(await roleOf(world, await tokenOf(again))).toBe(401);
  const { data: level } = await again.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const challengeId = await challenge(again, factorId);
  const code = await world.codeTo(phone, 2);
  expect((await again.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  expect(await roleOf(world, await tokenOf(again))).toBe('authenticated');

  expect((await again.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect(await roleOf(world, await tokenOf(await signInByPassword(world, person)))).toBe('authenticated');
});

test('a texted code opens once, also for thirty at the same moment', async () => {
  const { person, phone, factorId } = await newPhoneUser();
  const again = await signInByPassword(world, person);
  const challenge_id = await challenge(again, factorId);
  const token = await tokenOf(again);
  const body = { challenge_id, code: await world.codeTo(phone, 2) };
  const show = () => call(world, `/factors/${factorId}/verify`, { body, token });
  const answers = await Promise.all(Array.from({ length: 30 }, show));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a texted code has ten guesses, and five minutes', async () => {
  const { person, phone, factorId } = await newPhoneUser();
  const again = await signInByPassword(world, person);
  const challengeId = await challenge(again, factorId);
  const code = await world.codeTo(phone, 2);
  for (let tries = 0; tries < 10; tries += 1) {
    const { error } = await again.auth.mfa.verify({ factorId, challengeId, code: wrongCode(code) });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  }
  const dead = await again.auth.mfa.verify({ factorId, challengeId, code });
  expect(dead.error?.code).toBe('mfa_challenge_expired');

  const second = await challenge(again, factorId);
  const newer = await world.codeTo(phone, 3);
  world.pass(301);
  const late = await again.auth.mfa.verify({ factorId, challengeId: second, code: newer });
  expect(late.error?.code).toBe('mfa_challenge_expired');
});

test('a code is worthless once a newer one was asked for, and for another challenge', async () => {
  const { person, phone, factorId } = await newPhoneUser();
  const again = await signInByPassword(world, person);
  const first = await challenge(again, factorId);
  const code = await world.codeTo(phone, 2);
  const second = await challenge(again, factorId);
  const newer = await world.codeTo(phone, 3);
  const replaced = await again.auth.mfa.verify({ factorId, challengeId: first, code });
  expect(replaced.error?.code).toBe('mfa_factor_not_found');
  const mixed = await again.auth.mfa.verify({ factorId, challengeId: second, code: wrongCode(newer) });
  expect(mixed.error?.code).toBe('mfa_verification_failed');
  expect((await again.auth.mfa.verify({ factorId, challengeId: second, code: newer })).error).toBeNull();
});

test('the number that signs in is no second factor, nor the other way round', async () => {
  const { client, phone } = await newCaller(world);
  const refused = { status: 422, code: 'validation_failed' };
  const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mine', phone });
  expect(enrolled.error).toMatchObject(refused);
  const other = await newPhoneUser();
  expect((await other.client.auth.updateUser({ phone: other.phone })).error).toMatchObject(refused);
  const twice = await other.client.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Again',
    phone: other.phone,
  });
  expect(twice.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
});

test('somebody else’s factor has nothing texted', async () => {
  const { phone, factorId } = await newPhoneUser();
  const { client } = await newUser(world);
  const { error } = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect(world.gateway?.taken.filter(({ to }) => to === phone)).toHaveLength(1);
});

test('a number that somebody wanted, and then made a second factor, does not sign in', async () => {
  const { client } = await newUser(world);
  const phone = newNumber();
  await client.auth.updateUser({ phone });
  const wanted = await world.codeTo(phone);
  const factorId = await enrol(client, phone);
  const challengeId = await challenge(client, factorId);
  const code = await world.codeTo(phone, 2);
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  const late = await client.auth.verifyOtp({ type: 'phone_change', phone, token: wanted });
  expect(late.error).toMatchObject({ status: 422, code: 'validation_failed' });
});

test('no operator makes the number of a second factor the one that signs in', async () => {
  const { client, phone } = await newPhoneUser();
  const { admin } = createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } }).auth;
  const id = (await client.auth.getUser()).data.user?.id ?? '';
  const { error } = await admin.updateUserById(id, { phone });
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  expect((await admin.updateUserById(id, { phone: newNumber() })).error).toBeNull();
});

test('a text that cannot go out is said, the last code lives on, and the challenge may be made again', async () => {
  const { person, phone, factorId } = await newPhoneUser();
  const client = await signInByPassword(world, person);
  const challengeId = await challenge(client, factorId);
  const code = await world.codeTo(phone, 2);
  world.gateway?.setFault('broken');
  const failed = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  expect(failed.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
  world.gateway?.setFault('none');
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();

  world.pass(31);
  const again = await signInByPassword(world, person);
  const later = { factorId, challengeId: await challenge(again, factorId) };
  const newer = await world.codeTo(phone, 3);
  expect((await again.auth.mfa.verify({ ...later, code: newer })).error).toBeNull();
});

test('texts of a second factor are counted for the person and the number', async () => {
  const limited = await openLimited({ textPerson: { limit: 2, seconds: 3600 } });
  const { client } = await newUser(limited);
  const factorId = await enrol(client, newNumber());
  const codes = [];
  for (let n = 0; n < 3; n += 1) {
    codes.push((await client.auth.mfa.challenge({ factorId, channel: 'sms' })).error?.code);
  }
  expect(codes).toEqual([undefined, undefined, 'over_sms_send_rate_limit']);
  await limited.close();
});

describe('strangers who ask for texts', () => {
  const HOUR = 3600;

  test('do not keep anybody from the second factor, whose texts have a budget all the same', async () => {
    const limited = await openLimited({
      textNumber: { limit: 2, seconds: HOUR },
      textAll: { limit: 8, seconds: 24 * HOUR },
    });
    const { person, phone, factorId } = await newPhoneUser(limited);
    const ask = (to: string, create_user: boolean) =>
      call(limited, '/otp', { body: { phone: to, create_user } });
    const aimed = [await ask(phone, false), await ask(phone, false)];
    expect(aimed.map(({ status }) => status)).toEqual([200, 429]);
    for (let n = 0; n < 6; n += 1) await ask(newNumber(), true);
    // The enrolment had one of the six that are for everybody.
    await expect.poll(() => limited.gateway?.taken.length).toBe(6);

    const again = await signInByPassword(limited, person);
    await challenge(again, factorId);
    const challengeId = await challenge(again, factorId);
    const code = await limited.codeTo(phone, 3);
    const { error } = await again.auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    expect((await again.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    await limited.close();
  });

  test('do not keep anybody from a code for a sensitive change, of which each person has some', async () => {
    const limited = await openLimited({
      textNumber: { limit: 2, seconds: HOUR },
      textPerson: { limit: 2, seconds: HOUR },
    });
    const { phone, client } = await newCaller(limited);
    for (let n = 0; n < 2; n += 1) await call(limited, '/otp', { body: { phone } });
    const codes = [];
    for (let n = 0; n < 3; n += 1) codes.push((await client.auth.reauthenticate()).error?.code);
    expect(codes).toEqual([undefined, undefined, 'over_sms_send_rate_limit']);
    await limited.close();
  });
});
