import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, field, newUser, roleOf } from './auth-client.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

describe('a request on behalf of somebody is refused', () => {
  const edit = (token: string, changed: Record<string, unknown>): string => {
    const [head, , signature] = token.split('.');
    const body = Buffer.from(JSON.stringify({ ...claimsOf(token), ...changed })).toString('base64url');
    return [head, body, signature].join('.');
  };
  const hs256 = (claims: Record<string, unknown>, secret: string): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };

  test('without a token', async () => {
    expect(await call(world, '/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  });

  test('with a key instead of a token', async () => {
    for (const token of [world.anonKey, world.serviceRoleKey]) {
      const answer = await call(world, '/user', { token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
      expect(field(answer.body, 'message')).toContain('missing sub claim');
    }
  });

  test('with a forged token, here and in every other room', async () => {
    const { session } = await newUser(world);
    const token = session.access_token;
    const published = JSON.stringify((await call(world, '/.well-known/jwks.json')).body);
    const [head = '', body = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const forged = [
      'nonsense',
      `${head}.${body}.`,
      `${head}.${body}.AAAA`,
      `${none}.${body}.`,
      edit(token, { role: 'service_role' }),
      edit(token, { role: 'postgres' }),
      edit(token, { exp: 4_000_000_000 }),
      edit(token, { sub: '00000000-0000-4000-8000-000000000000' }),
      edit(world.anonKey, { role: 'service_role' }),
      hs256({ ...claimsOf(token), role: 'service_role' }, world.anonKey),
      hs256({ ...claimsOf(token), role: 'service_role' }, published),
      hs256({ ...claimsOf(world.serviceRoleKey) }, ''),
      session.refresh_token,
    ];
    for (const forgery of forged) {
      expect([forgery.slice(0, 30), await roleOf(world, forgery)]).toEqual([forgery.slice(0, 30), 401]);
      const answer = await call(world, '/user', { token: forgery });
      expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
    }
    expect(await roleOf(world, token)).toBe('authenticated');
  });

  test('31 seconds after the token expired, and not before', async () => {
    const late = await openAuthWorld({ settings: { accessTokenSeconds: 60 } });
    try {
      const { session } = await newUser(late);
      late.pass(60 + 25);
      expect(await roleOf(late, session.access_token)).toBe('authenticated');
      late.pass(6);
      expect(await roleOf(late, session.access_token)).toBe(401);
      const answer = await call(late, '/user', { token: session.access_token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
    } finally {
      await late.close();
    }
  });

  test('when the account is gone', async () => {
    const { session } = await newUser(world);
    await world.database.query('delete from auth.users where id = $1', [session.user.id]);
    await expect.poll(() => roleOf(world, session.access_token)).toBe(401);
    expect((await call(world, '/user', { token: session.access_token })).status).toBe(403);
  });
});
