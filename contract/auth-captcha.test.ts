import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaptchaSimulator, startCaptchaSimulator } from '#simulators/captcha/start-captcha-simulator.ts';
import { type AuthWorld, NO_LIMITS, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, newClient, newPerson } from './auth-client.ts';

let service: CaptchaSimulator;
let world: AuthWorld;
beforeAll(async () => {
  service = await startCaptchaSimulator();
  world = await openAuthWorld({ captcha: service });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const ASKING: [string, object][] = [
  ['/signup', { ...newPerson() }],
  ['/token?grant_type=password', { email: 'ada@example.org', password: 'violet kettle' }],
  ['/otp', { email: 'ada@example.org' }],
  ['/magiclink', { email: 'ada@example.org' }],
  ['/recover', { email: 'ada@example.org' }],
  ['/resend', { type: 'signup', email: 'ada@example.org' }],
  ['/sso', { domain: 'corp.example' }],
];

describe('where a captcha is asked for', () => {
  test.each(ASKING)('%s does nothing without a good token', async (path, body) => {
    const refused = { status: 400, body: { code: 'captcha_failed' } };
    expect(await call(world, path, { body })).toMatchObject(refused);
    for (const captcha_token of ['', 'made up']) {
      const sent = { ...body, gotrue_meta_security: { captcha_token } };
      expect(await call(world, path, { body: sent })).toMatchObject(refused);
    }
    expect(await world.mails()).toEqual([]);
  });

  test('the official client signs up and in with solved ones, each of which is good once', async () => {
    const person = newPerson();
    const client = newClient(world);
    const captchaToken = service.solve();
    const options = { captchaToken };
    expect((await client.auth.signUp({ ...person, options })).error).toBeNull();
    expect((await client.auth.signUp({ ...person, options })).error?.code).toBe('captcha_failed');
    expect(service.askedFor.at(-1)).toMatch(/127\.0\.0\.1|::1/);
    const wrong = { ...person, password: 'wrong', options: { captchaToken: service.solve() } };
    expect((await client.auth.signInWithPassword(wrong)).error?.code).toBe('invalid_credentials');
  });

  test('an operator is not asked, and neither is a refresh', async () => {
    const operator = createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } });
    expect((await operator.auth.signInWithOtp({ email: newPerson().email })).error).toBeNull();
    const refresh_token = 'abcdefghijklmnopqrstuvwxyz';
    const refused = await call(world, '/token?grant_type=refresh_token', { body: { refresh_token } });
    expect(refused.body).toMatchObject({ code: 'refresh_token_not_found' });
  });

  test.each(['broken', 'down', 'hangs', 'nonsense'] as const)(
    'a service that is %s lets nobody in, and the next try may work',
    async (fault) => {
      service.setFault(fault);
      const options = { captchaToken: service.solve() };
      const person = { ...newPerson(), options };
      const failed = await newClient(world).auth.signUp(person);
      expect(failed.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
      service.setFault('none');
      expect((await newClient(world).auth.signUp(person)).error).toBeNull();
    },
  );
});

test('made-up tokens are not all asked about: too long ones never, and of one place so many', async () => {
  const captchaPeer = { limit: 3, seconds: 300 };
  const limited = await openAuthWorld({
    captcha: service,
    settings: { limits: { ...NO_LIMITS, captchaPeer } },
  });
  const before = service.askedFor.length;
  const send = async (captcha_token: string) => {
    const body = { email: 'ada@example.org', gotrue_meta_security: { captcha_token } };
    return (await call(limited, '/otp', { body })).status;
  };
  expect(await send('x'.repeat(8_193))).toBe(400);
  expect(service.askedFor.length).toBe(before);
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await send(`made up ${n}`));
  expect(answers).toEqual([400, 400, 400, 429, 429]);
  expect(service.askedFor.length).toBe(before + 3);
  await limited.close();
});

test('a wrong secret is told as the service being of no use, not as a captcha that was not solved', async () => {
  const wrong = await openAuthWorld({ captcha: { url: service.url, secret: 'another' } });
  const { error } = await newClient(wrong).auth.signUp({
    ...newPerson(),
    options: { captchaToken: service.solve() },
  });
  expect(error?.status).toBe(503);
  await wrong.close();
});

test('where none is asked for, a token is ignored', async () => {
  const free = await openAuthWorld();
  const { error } = await newClient(free).auth.signUp({ ...newPerson(), options: { captchaToken: 'any' } });
  expect(error).toBeNull();
  await free.close();
});
