import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authEndpoints } from '#tests/fixtures/auth-endpoints.ts';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, newUser, roleOf } from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { enrolTotp, newCarefulUser, newTotpApp, signInByPassword } from './auth-totp.ts';

/** Whoever has a second factor and has shown the password alone may show the factor, or leave, and nothing else. */

let world: AuthWorld;
const app = newTotpApp(() => world);
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

const SOME_ID = '00000000-0000-4000-8000-000000000000';
const nameOf = ({ method, path }: (typeof authEndpoints)[number]) => `${method} ${path}`;
const closed = authEndpoints.filter(({ access }) => access === 'signed_in');
const open = authEndpoints.filter(({ access }) => access === 'halfway');

test('what they may do is this alone', () => {
  expect(open.map(nameOf).toSorted()).toEqual([
    'DELETE /factors/:id',
    'GET /user',
    'POST /factors/:id/challenge',
    'POST /factors/:id/verify',
    'POST /factors/recovery-codes/verify',
    'POST /logout',
  ]);
  expect(closed.length).toBeGreaterThan(12);
});

describe('refused until the factor is shown', () => {
  let token: string;
  let assured: string;
  beforeAll(async () => {
    const { person, client } = await newCarefulUser(world, app);
    assured = await tokenOf(client);
    token = await tokenOf(await signInByPassword(world, person));
  });

  test.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, { method, path }) => {
      const address = path.replaceAll(/:\w+/g, SOME_ID);
      const ask = (bearer: string) =>
        call(world, address, { method, token: bearer, ...(method === 'GET' ? {} : { body: {} }) });
      expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
      expect((await ask(assured)).body).not.toMatchObject({ code: 'insufficient_aal' });
    },
  );
});

test('what they say about themselves stays as it was', async () => {
  const { person, client } = await newCarefulUser(world, app);
  const halfway = await signInByPassword(world, person);
  const { error } = await halfway.auth.updateUser({ data: { full_name: 'Somebody else' } });
  expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
  expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('full_name');
  const own = await client.auth.updateUser({ data: { full_name: 'Ada' } });
  expect(own.data.user?.user_metadata).toMatchObject({ full_name: 'Ada' });
});

test('a factor that is not shown yet is neither asked for nor removed by them, and gets no text', async () => {
  const texting = await openAuthWorld({ texts: true });
  try {
    const { person, client } = await newCarefulUser(
      texting,
      newTotpApp(() => texting),
    );
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4917012345678' });
    const factorId = data?.id ?? '';
    const halfway = await signInByPassword(texting, person);
    expect((await halfway.auth.mfa.challenge({ factorId })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await halfway.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' });
    expect(texting.gateway?.taken).toEqual([]);
    expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull();
  } finally {
    await texting.close();
  }
});

test('a token of another service is not linked by them', async () => {
  const { person } = await newCarefulUser(world, app);
  const token = await tokenOf(await signInByPassword(world, person));
  const body = { provider: 'google', id_token: 'anything', link_identity: true };
  const answer = await call(world, '/token?grant_type=id_token', { body, token });
  expect(answer).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
});

test('whoever only began a factor, and never showed it, owes none', async () => {
  const { client } = await newUser(world);
  await enrolTotp(client);
  expect((await client.auth.updateUser({ data: { full_name: 'Ada' } })).error).toBeNull();
});

test.each(['others', 'global'] as const)(
  'signing out, scope %s, ends their own session alone',
  async (scope) => {
    const { person, client } = await newCarefulUser(world, app);
    const halfway = await signInByPassword(world, person);
    const token = await tokenOf(halfway);
    expect((await halfway.auth.signOut({ scope })).error).toBeNull();
    expect(await call(world, '/user', { token })).toMatchObject({ body: { code: 'session_not_found' } });
    expect(await roleOf(world, await tokenOf(client))).toBe('authenticated');
    expect((await client.auth.refreshSession()).error).toBeNull();
  },
);
