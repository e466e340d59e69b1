import { afterEach, describe, expect, test } from 'vitest';
import { howMany } from '#tests/long-run.ts';
import { type AuthWorld, DEFAULT_LIMITS, NO_LIMITS, openAuthWorld } from '#tests/worlds/auth-world.ts';
import {
  call,
  field,
  follow,
  fragmentOf,
  linkIn,
  newClient,
  newPerson,
  newUser,
  roleOf,
} from './auth-client.ts';
import { tokenOf } from './auth-key.ts';
import { newCarefulUser, newTotpApp, signInByPassword } from './auth-totp.ts';

let world: AuthWorld;
afterEach(() => world.close());

const open = async (limits: Partial<typeof NO_LIMITS>) => {
  world = await openAuthWorld({ settings: { limits: { ...NO_LIMITS, ...limits } } });
};
const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);

describe('guessing at an account', () => {
  test('by codes of a second factor counts like guessing at its password', async () => {
    await open({ account: { limit: 8, seconds: 300 } });
    const { client } = await newUser(world);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const factorId = data?.id ?? '';
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
      codes.push(error?.code);
    }
    // One of the eight was the sign-in.
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(7);
    expect(codes.at(-1)).toBe('over_request_rate_limit');
  });

  test('has one count for passwords, mailed digits, codes of factors and proofs in a session', async () => {
    await open({ account: { limit: 12, seconds: 300 } });
    const app = newTotpApp(() => world);
    // Three guesses that were right: the sign-in, its factor, and the sign-in of the thief.
    const { person, factorId, client } = await newCarefulUser(world, app);
    const thief = await signInByPassword(world, person);
    const [own, stolen] = [await tokenOf(client), await tokenOf(thief)];
    await call(world, '/reauthenticate', { token: own });
    await call(world, '/factors/recovery-codes', { body: {}, token: own });
    const challenge = async () =>
      field((await call(world, `/factors/${factorId}/challenge`, { body: {}, token: stolen })).body, 'id');
    const change = { password: 'taken over 1' };
    const { email } = person;
    const guesses: [status: number, guess: () => ReturnType<typeof call>][] = [
      [400, () => call(world, '/token?grant_type=password', { body: { email, password: 'a guess' } })],
      [403, () => call(world, '/verify', { body: { type: 'email', email, token: '000000' } })],
      [403, () => call(world, '/verify', { body: { type: 'recovery', email, token: '000000' } })],
      [
        422,
        async () =>
          call(world, `/factors/${factorId}/verify`, {
            body: { challenge_id: await challenge(), code: '000000' },
            token: stolen,
          }),
      ],
      [
        422,
        () => call(world, '/factors/recovery-codes/verify', { body: { code: 'aaaa-aaaa' }, token: stolen }),
      ],
      [
        400,
        () =>
          call(world, '/user', {
            method: 'PUT',
            token: own,
            body: { ...change, current_password: 'a guess' },
          }),
      ],
      [422, () => call(world, '/user', { method: 'PUT', token: own, body: { ...change, nonce: '000000' } })],
    ];
    const counted = [...guesses, ...guesses.slice(0, 2)];
    for (const [status, guess] of counted) expect((await guess()).status).toBe(status);
    // Behind an address, what does not count any more looks like a wrong one; in a session, it is told.
    expect((await newClient(world).auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    for (const [, guess] of guesses.slice(3)) expect((await guess()).status).toBe(429);
  });

  test('is over after thirty tries in five minutes, by any path and behind any forged address', async () => {
    await open({ account: { limit: 30, seconds: 300 } });
    const { person, session } = await newUser(world);
    const guess = (n: number) =>
      n % 2 === 0
        ? call(world, '/token?grant_type=password', {
            body: { email: person.email, password: `guess number ${n}` },
            headers: { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.1.${n}` },
          })
        : call(world, '/verify', {
            body: { type: 'email', email: person.email.toUpperCase(), token: `${100000 + n}` },
          });
    const answers = [];
    for (let n = 0; n < 200; n += 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => guess(n + at)))));
    }
    // One try was the sign-in of the person.
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(29);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { code: 'over_request_rate_limit' } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(200);

    // The person is not locked out: the session lives, and the mail opens another.
    expect(await roleOf(world, session.access_token)).toBe('authenticated');
    expect((await newClient(world).auth.signInWithPassword(person)).error?.status).toBe(429);
    await newClient(world).auth.resetPasswordForEmail(person.email);
    const link = linkIn((await world.mailTo(person.email, 'recovery')).text, world);
    expect(fragmentOf(await follow(link))).toHaveProperty('access_token');

    world.pass(301);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('is over after thirty wrong passwords where nobody has configured anything, and not for good', async () => {
    world = await openAuthWorld({ settings: { limits: DEFAULT_LIMITS } });
    const { person, session } = await newUser(world);
    const guess = (n: number) =>
      call(world, '/token?grant_type=password', {
        body: { email: person.email, password: `guess number ${n}` },
        headers: {
          'x-forwarded-for': `10.${n >> 8}.${n & 255}.1, 192.0.2.${n & 255}`,
          'x-real-ip': `10.1.${n >> 8}.${n & 255}`,
          forwarded: `for=10.2.${n >> 8}.${n & 255}`,
        },
      });
    const answers: number[] = [];
    const tries = howMany(200, 2_000);
    for (let n = 0; n < tries; n += 50) {
      answers.push(...statuses(await Promise.all(Array.from({ length: 50 }, (_, at) => guess(n + at)))));
    }
    // One of the thirty was the sign-in of the person.
    expect(answers.filter((status) => status !== 429)).toHaveLength(29);
    expect(await roleOf(world, session.access_token)).toBe('authenticated');
    world.pass(301);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('is over with the first try after those that are configured', async () => {
    await open({ account: { limit: 4, seconds: 300 } });
    const answers: { status: number }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const body = { email: 'nobody@example.org', password: 'guess it' };
      answers.push(await call(world, '/token?grant_type=password', { body }));
    }
    const refused = statuses(answers).map((status) => status === 429);
    expect(refused).toEqual([false, false, false, false, true, true]);
  });

  test('counts what arrives at the same moment: of a hundred, the limit passes', async () => {
    await open({ account: { limit: 10, seconds: 300 } });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        call(world, '/token?grant_type=password', {
          body: { email: 'nobody@example.org', password: 'guess it' },
        }),
      ),
    );
    expect(statuses(answers).filter((status) => status === 400)).toHaveLength(10);
  });

  test('in a session that was left open is limited too', async () => {
    await open({ account: { limit: 5, seconds: 300 } });
    const { session } = await newUser(world);
    const answers = [];
    for (let n = 0; n < 8; n += 1) {
      answers.push(
        await call(world, '/user', {
          method: 'PUT',
          token: session.access_token,
          body: { password: 'taken over 1', current_password: `guess ${n}` },
        }),
      );
    }
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 429, 429, 429, 429]);
  });
});

describe('mails', () => {
  test('come once a minute and five times an hour to one address, whatever the path', async () => {
    await open({ mailSpacing: { limit: 1, seconds: 60 }, mailAddress: { limit: 5, seconds: 3600 } });
    const person = newPerson();
    const client = newClient(world);
    await client.auth.signUp(person);
    const tooSoon = await client.auth.resend({ type: 'signup', email: person.email });
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(tooSoon.error?.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );

    world.pass(61);
    expect((await client.auth.resend({ type: 'signup', email: person.email })).error).toBeNull();
    world.pass(61);
    expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull();
    world.pass(61);
    expect((await client.auth.signInWithOtp(person)).error).toBeNull();
    world.pass(61);
    expect((await client.auth.signUp(person)).error).toBeNull();
    world.pass(61);
    const sixth = await client.auth.resetPasswordForEmail(person.email);
    expect(sixth.error).toMatchObject({ status: 429, message: 'email rate limit exceeded' });
    world.pass(3600);
    expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull();
  });

  test('are counted for both addresses when one is changed, and when that is sent again', async () => {
    await open({ mailAddress: { limit: 3, seconds: 3600 } });
    const { client, person } = await newUser(world);
    const to = async (address: string): Promise<number> =>
      (await world.mails()).filter((mail) => mail.to === address).length;
    const others = [newPerson(), newPerson(), newPerson()].map(({ email }) => email);
    const answers = [];
    for (const email of others) answers.push(await client.auth.updateUser({ email }));
    expect(answers.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      'over_email_send_rate_limit',
    ]);
    await expect.poll(() => to(person.email)).toBe(3);

    const [, wanted = ''] = others;
    world.pass(3600);
    expect((await client.auth.resetPasswordForEmail(wanted)).error).toBeNull();
    expect((await client.auth.resetPasswordForEmail(wanted)).error).toBeNull();
    expect((await client.auth.resetPasswordForEmail(wanted)).error).toBeNull();
    // Both or none: new links would only kill those of before.
    const resend = () => client.auth.resend({ type: 'email_change', email: person.email });
    expect((await resend()).error).toBeNull();
    expect([await to(person.email), await to(wanted)]).toEqual([3, 1]);
    world.pass(3600);
    expect((await resend()).error).toBeNull();
    await expect.poll(async () => [await to(person.email), await to(wanted)]).toEqual([4, 2]);
  });

  test('are limited alike for an address that nobody has', async () => {
    await open({ mailSpacing: { limit: 1, seconds: 60 } });
    const client = newClient(world);
    expect((await client.auth.resetPasswordForEmail('nobody@example.org')).error).toBeNull();
    expect((await client.auth.resetPasswordForEmail('nobody@example.org')).error?.status).toBe(429);
  });

  test('go to the owner of an address right after a sign-up with it was refused', async () => {
    await open({ mailSpacing: { limit: 1, seconds: 60 }, mailAddress: { limit: 1, seconds: 3600 } });
    const { person, client } = await newUser(world);
    world.pass(3600);
    const { data } = await client.auth.signUp({ ...person, password: 'quiet lantern 12' });
    expect(data.user?.identities).toEqual([]);
    expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull();
    await world.mailTo(person.email, 'recovery');
    // What was sent counts as before.
    expect((await client.auth.resetPasswordForEmail(person.email)).error?.status).toBe(429);
  });

  test('to many addresses from one place end, too', async () => {
    await open({ mailPeer: { limit: 3, seconds: 3600 } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call(world, '/recover', { body: { email: `nobody-${n}@example.org` } }),
      ),
    );
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(3);
  });
});

test('asking by sign-up whether addresses are taken is over after ten', async () => {
  await open({ signUpPeer: { limit: 10, seconds: 3600 } });
  const answers = [];
  for (let n = 0; n < 12; n += 1) answers.push(await call(world, '/signup', { body: newPerson() }));
  expect(statuses(answers)).toEqual([...Array<number>(10).fill(200), 429, 429]);
});

describe('refreshes', () => {
  const refresh = (refresh_token: string) =>
    call(world, '/token?grant_type=refresh_token', { body: { refresh_token } });
  const guess = (n: number) =>
    call(world, '/token?grant_type=password', {
      body: { email: `nobody-${n}@example.org`, password: 'a guess' },
    });

  test('of one session are limited, and the session survives the pause', async () => {
    await open({ tokenPeer: { limit: 4, seconds: 300 } });
    const { session } = await newUser(world);
    let token = session.refresh_token;
    for (let n = 0; n < 4; n += 1) {
      const answer = await refresh(token);
      expect(answer.status).toBe(200);
      token = field(answer.body, 'refresh_token');
    }
    expect((await refresh(token)).status).toBe(429);
    world.pass(300);
    expect((await refresh(token)).status).toBe(200);
  });

  test('go on while a neighbour tries passwords and made-up tokens, which are refused', async () => {
    await open({ tokenPeer: { limit: 4, seconds: 300 } });
    const { client } = await newUser(world);
    for (let n = 0; n < 4; n += 1) await guess(n);
    expect((await guess(4)).status).toBe(429);
    expect((await refresh('made-up-refresh-token')).status).toBe(429);
    expect((await refresh('short')).status).toBe(429);
    for (let n = 0; n < 3; n += 1) {
      const { data, error } = await client.auth.refreshSession();
      expect(error).toBeNull();
      expect(data.session).not.toBeNull();
    }
    expect((await client.auth.getSession()).data.session).not.toBeNull();
  });

  test('of one session use up nothing of another', async () => {
    await open({ tokenPeer: { limit: 2, seconds: 300 } });
    const [flooding, quiet] = [await newUser(world), await newUser(world)];
    let token = flooding.session.refresh_token;
    const statusesOfFlood: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await refresh(token);
      statusesOfFlood.push(answer.status);
      token = field(answer.body, 'refresh_token') || token;
    }
    expect(statusesOfFlood).toEqual([200, 200, 429, 429]);
    expect((await quiet.client.auth.refreshSession()).error).toBeNull();
  });
});

test('proofs that nobody can guess are not stopped by the wrong passwords of a neighbour', async () => {
  await open({ tokenPeer: { limit: 1, seconds: 300 } });
  const body = { email: 'nobody@example.org', password: 'a guess' };
  await call(world, '/token?grant_type=password', { body });
  expect((await call(world, '/token?grant_type=password', { body })).status).toBe(429);
  const exchange = { auth_code: 'unknown', code_verifier: 'unknown' };
  expect((await call(world, '/token?grant_type=pkce', { body: exchange })).status).toBe(404);
});
