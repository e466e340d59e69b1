import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthWorld, NO_LIMITS, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, field, newClient, newPerson, newUser } from './auth-client.ts';
import { digitsOf, newCaller, newNumber, wrongCode } from './auth-number.ts';

/** Without limits, for all tests that need none. */
let unlimited: AuthWorld;
let world: AuthWorld;
beforeAll(async () => {
  unlimited = await openAuthWorld({ texts: true });
});
beforeEach(() => {
  world = unlimited;
});
afterEach(async () => {
  if (world !== unlimited) await world.close();
});
afterAll(() => unlimited.close());

type Limits = Partial<typeof NO_LIMITS>;
const limitedTo = async (limits: Limits) => {
  world = await openAuthWorld({ texts: true, settings: { limits: { ...NO_LIMITS, ...limits } } });
};
const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);
const verify = (phone: string, token: string, type = 'sms') =>
  call(world, '/verify', { body: { type, phone, token } });
const digitsIn = (address: { phone?: string; email?: string }) =>
  address.phone === undefined ? { ...address, phone: '' } : { phone: digitsOf(address.phone), email: '' };
const textsTo = (phone: string) => world.gateway?.taken.filter(({ to }) => to === phone) ?? [];

describe('a code by text', () => {
  test('used by fifty at the same moment opens one session', async () => {
    const { phone, client } = await newCaller(world);
    await client.auth.signInWithOtp({ phone });
    const code = await world.codeTo(phone, 2);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(phone, code)));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1);
    expect((await verify(phone, code)).body).toMatchObject({ code: 'otp_expired' });
  });

  test('is dead after ten wrong tries', async () => {
    const { phone, client } = await newCaller(world);
    await client.auth.signInWithOtp({ phone });
    const code = await world.codeTo(phone, 2);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await verify(phone, wrongCode(code))).body).toMatchObject({ code: 'otp_expired' });
    }
    expect((await verify(phone, code)).status).toBe(403);
  });

  test('is dead after ten minutes', async () => {
    const { phone, client } = await newCaller(world);
    await client.auth.signInWithOtp({ phone });
    const code = await world.codeTo(phone, 2);
    world.pass(601);
    expect((await verify(phone, code)).status).toBe(403);
  });

  test('proves nothing but the number it went to, and nothing by another name', async () => {
    const { phone, client } = await newCaller(world);
    await client.auth.signInWithOtp({ phone });
    const code = await world.codeTo(phone, 2);
    for (const type of ['phone_change', 'signup', 'recovery', 'magiclink', 'email']) {
      expect((await verify(phone, code, type)).status).toBe(403);
    }
    expect((await verify(newNumber(), code)).status).toBe(403);
    expect((await verify(phone, code)).status).toBe(200);
  });

  test('for a wanted number is worthless once another one is wanted', async () => {
    const { client } = await newUser(world);
    const [first, second] = [newNumber(), newNumber()];
    await client.auth.updateUser({ phone: first });
    const code = await world.codeTo(first);
    await client.auth.updateUser({ phone: second });
    expect((await verify(first, code, 'phone_change')).status).toBe(403);
    const later = await world.codeTo(second);
    expect((await verify(second, later, 'phone_change')).status).toBe(200);
  });
});

describe('who has an account', () => {
  test('is not told by any answer but that of a sign-up', async () => {
    const { phone: known } = await newCaller(world);
    const unknown = newNumber();
    const asked = (phone: string): [string, object][] => [
      ['/otp', { phone, create_user: false }],
      ['/resend', { type: 'sms', phone }],
      ['/resend', { type: 'phone_change', phone }],
      ['/token?grant_type=password', { phone, password: 'a wrong one' }],
      ['/verify', { type: 'sms', phone, token: '000000' }],
      ['/verify', { type: 'phone_change', phone, token: '000000' }],
    ];
    const answersTo = async (phone: string) => {
      const answers = [];
      for (const [path, body] of asked(phone)) {
        const { status, body: answer } = await call(world, path, { body });
        answers.push({ path, status, answer });
      }
      return answers;
    };
    expect(await answersTo(known)).toEqual(await answersTo(unknown));
    expect(textsTo(unknown)).toEqual([]);
  });

  test('is not told by asking to have a number, which is never got', async () => {
    const { phone } = await newCaller(world);
    const { client } = await newUser(world);
    const asked = await client.auth.updateUser({ phone });
    expect(asked.data.user).toMatchObject({ new_phone: digitsOf(phone) });
    expect(textsTo(phone)).toHaveLength(1);
  });

  test('who asked first for a free number does not matter: whoever proves it has it', async () => {
    const phone = newNumber();
    const [one, other] = [await newUser(world), await newUser(world)];
    await one.client.auth.updateUser({ phone });
    const first = await world.codeTo(phone);
    await other.client.auth.updateUser({ phone });
    const second = await world.codeTo(phone, 2);
    const answers = await Promise.all([
      verify(phone, first, 'phone_change'),
      verify(phone, second, 'phone_change'),
    ]);
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1);
    const owners = await world.database.query('select from auth.users where phone = $1', [digitsOf(phone)]);
    expect(owners).toHaveLength(1);
  });
});

describe('whoever signed up with a number of somebody else', () => {
  const attacker = 'waiting for the owner 1';

  test('does not keep the owner from adding it to their account', async () => {
    const phone = newNumber();
    const squatter = newClient(world);
    await squatter.auth.signUp({ phone, password: attacker });
    const { client, session } = await newUser(world);
    expect((await client.auth.updateUser({ phone })).error).toBeNull();
    const token = await world.codeTo(phone, 2);
    const { data, error } = await client.auth.verifyOtp({ type: 'phone_change', phone, token });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: session.user.id, phone: digitsOf(phone) });
    const { auth } = newClient(world);
    expect((await auth.signInWithPassword({ phone, password: attacker })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test('keeps it once they have proved it', async () => {
    const { phone, userId } = await newCaller(world);
    const { client } = await newUser(world);
    expect((await client.auth.updateUser({ phone })).error).toBeNull();
    const owners = await world.database.query('select id from auth.users where phone = $1', [
      digitsOf(phone),
    ]);
    expect(owners).toEqual([{ id: userId }]);
    expect(textsTo(phone)).toHaveLength(1);
  });

  test('has no password any more when the owner signs in by text', async () => {
    const phone = newNumber();
    const client = newClient(world);
    await client.auth.signUp({ phone, password: attacker });
    await client.auth.signInWithOtp({ phone });
    const token = await world.codeTo(phone, 2);
    expect((await client.auth.verifyOtp({ type: 'sms', phone, token })).error).toBeNull();
    const { error } = await newClient(world).auth.signInWithPassword({ phone, password: attacker });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('has none when the owner signs up as well', async () => {
    const phone = newNumber();
    const client = newClient(world);
    await client.auth.signUp({ phone, password: attacker });
    await client.auth.signUp({ phone, password: 'violet kettle' });
    const token = await world.codeTo(phone, 2);
    await client.auth.verifyOtp({ type: 'sms', phone, token });
    const { error } = await newClient(world).auth.signInWithPassword({ phone, password: attacker });
    expect(error?.code).toBe('invalid_credentials');
  });
});

describe.each(['phone', 'email'] as const)(
  'an account with an unproved %s and another address that is proved',
  (kind) => {
    const open = async () => {
      const { admin } = createClient(world.url, world.serviceRoleKey, {
        auth: { persistSession: false },
      }).auth;
      const { email, password } = newPerson();
      const phone = newNumber();
      const proved = kind === 'phone' ? { email_confirm: true } : { phone_confirm: true };
      const { data, error } = await admin.createUser({ email, phone, password, ...proved });
      if (error) throw error;
      const [stranger, owner] = kind === 'phone' ? [{ phone }, { email }] : [{ email }, { phone }];
      const signIn = async () =>
        (await call(world, '/token?grant_type=password', { body: { ...owner, password } })).status;
      return { id: data.user.id, stranger, signIn };
    };

    test('keeps its password when a stranger asks for a code', async () => {
      const { stranger, signIn } = await open();
      expect((await call(world, '/otp', { body: stranger })).status).toBe(200);
      expect(await signIn()).toBe(200);
    });

    test('keeps it, and shows nothing, when a stranger signs up', async () => {
      const { id, stranger, signIn } = await open();
      const answer = await call(world, '/signup', { body: { ...stranger, password: 'copper lantern' } });
      expect(answer).toMatchObject({ status: 200, body: { ...digitsIn(stranger), identities: [] } });
      expect(field(answer.body, 'id')).not.toBe(id);
      expect(await signIn()).toBe(200);
    });
  },
);

describe('guessing', () => {
  test('by number takes from the account’s one count, and a 429 does not tell whose number it is', async () => {
    await limitedTo({ account: { limit: 6, seconds: 300 } });
    const { client, person } = await newUser(world);
    const phone = newNumber();
    await client.auth.updateUser({ phone });
    await verify(phone, await world.codeTo(phone), 'phone_change');
    world.pass(301);
    const byAddress = () =>
      call(world, '/token?grant_type=password', { body: { email: person.email, password: 'wrong' } });
    for (let n = 0; n < 6; n += 1) expect((await byAddress()).status).toBe(400);
    expect((await byAddress()).status).toBe(429);
    // Right, and yet like a wrong one: the count is used up.
    const { error } = await newClient(world).auth.signInWithPassword({ phone, password: person.password });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    world.pass(301);
    const later = await newClient(world).auth.signInWithPassword({ phone, password: person.password });
    expect(later.error).toBeNull();
  });

  test.each([
    ['passwords', '/token?grant_type=password', { password: 'wrong' }, 400],
    ['codes', '/verify', { type: 'sms', token: '000000' }, 403],
  ])('%s by number uses up the guesses by address, and no 429 says so', async (_, path, guess, status) => {
    await limitedTo({ account: { limit: 6, seconds: 300 } });
    const { client, person } = await newUser(world);
    const phone = newNumber();
    await client.auth.updateUser({ phone });
    await verify(phone, await world.codeTo(phone), 'phone_change');
    world.pass(301);
    for (let n = 0; n < 6; n += 1) {
      expect((await call(world, path, { body: { phone, ...guess } })).status).toBe(status);
    }
    const { error } = await newClient(world).auth.signInWithPassword(person);
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    const byCode = await call(world, '/verify', {
      body: { type: 'email', email: person.email, token: '000000' },
    });
    expect(byCode.status).toBe(403);
    world.pass(301);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('is over after the limit, also for a hundred at the same moment', async () => {
    await limitedTo({ account: { limit: 10, seconds: 300 } });
    const phone = newNumber();
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(phone, '000000')));
    expect(statuses(answers).filter((status) => status === 403)).toHaveLength(10);
  });
});

describe('texts, which cost money', () => {
  test('come once a minute to one number, whatever the path', async () => {
    await limitedTo({ textSpacing: { limit: 1, seconds: 60 } });
    const phone = newNumber();
    const client = newClient(world);
    await client.auth.signUp({ phone, password: 'violet kettle' });
    const { error } = await client.auth.signInWithOtp({ phone });
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
    expect((await client.auth.resend({ type: 'sms', phone })).error?.status).toBe(429);
  });

  const send = (phone: string) => call(world, '/otp', { body: { phone } });

  test('to one number are counted', async () => {
    await limitedTo({ textNumber: { limit: 2, seconds: 3600 } });
    const phone = newNumber();
    expect(statuses([await send(phone), await send(phone), await send(phone)])).toEqual([200, 200, 429]);
    expect((await send(newNumber())).status).toBe(200);
  });

  test('of one person are counted, to whatever numbers', async () => {
    await limitedTo({ textPerson: { limit: 2, seconds: 3600 } });
    const { client } = await newUser(world);
    const codes = [];
    for (let n = 0; n < 3; n += 1) {
      codes.push((await client.auth.updateUser({ phone: newNumber() })).error?.code);
    }
    expect(codes).toEqual([undefined, undefined, 'over_sms_send_rate_limit']);
  });

  test('of everybody are counted for the day, also those of one moment', async () => {
    await limitedTo({ textAll: { limit: 3, seconds: 86_400 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(newNumber())));
    // No answer tells that a text was due.
    expect(statuses(answers)).toEqual(Array<number>(12).fill(200));
    await expect.poll(() => world.gateway?.taken.length).toBe(3);
    const { error } = await newClient(world).auth.signUp({ phone: newNumber(), password: 'violet kettle' });
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    expect(world.gateway?.taken).toHaveLength(3);
    world.pass(86_401);
    const phone = newNumber();
    expect((await send(phone)).status).toBe(200);
    await world.codeTo(phone);
  });

  test('that nobody gets take nothing of the day', async () => {
    await limitedTo({ textAll: { limit: 1, seconds: 86_400 } });
    for (let n = 0; n < 3; n += 1) {
      await call(world, '/otp', { body: { phone: newNumber(), create_user: false } });
    }
    const phone = newNumber();
    await send(phone);
    await world.codeTo(phone);
  });

  test('that may not be sent again leave the last code alive', async () => {
    await limitedTo({ textNumber: { limit: 2, seconds: 3600 } });
    const { phone, client } = await newCaller(world);
    const wanted = newNumber();
    await client.auth.updateUser({ phone: wanted });
    const code = await world.codeTo(wanted);
    await call(world, '/otp', { body: { phone: wanted, create_user: false } });
    expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull();
    expect((await verify(wanted, code, 'phone_change')).status).toBe(200);
    expect(textsTo(wanted)).toHaveLength(1);
  });

  test('that a gateway refuses are said to whoever waits for them, and no account is proved by them', async () => {
    const phone = '+49301234567'; // a fixed line
    const { data, error } = await newClient(world).auth.signUp({ phone, password: 'violet kettle' });
    expect(data.user).toBeNull();
    expect(error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
      message: 'Error sending confirmation sms',
    });
    // One refused number does not speak for the gateway.
    expect((await call(world, '/otp', { body: { phone: newNumber() } })).status).toBe(200);
  });

  test('cannot go out while the gateway is down: said to everybody alike, and remembered for half a minute', async () => {
    const { phone } = await newCaller(world);
    world.gateway?.setFault('broken');
    const failed = await newClient(world).auth.signUp({ phone: newNumber(), password: 'violet kettle' });
    expect(failed.error?.code).toBe('sms_send_failed');
    for (const asked of [phone, newNumber()]) {
      const { error } = await newClient(world).auth.signInWithOtp({ phone: asked });
      expect(error).toMatchObject({ status: 422, code: 'sms_send_failed', message: 'Error sending OTP sms' });
    }
    world.gateway?.setFault('none');
    world.pass(31);
    expect((await newClient(world).auth.signInWithOtp({ phone })).error).toBeNull();
    await world.codeTo(phone, 2);
  });
});
