import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endingDatabase } from '#tests/engines/wrapped/ending-database.ts';
import { howMany } from '#tests/long-run.ts';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { call, claimsOf, field, newClient, newUser, type Person, roleOf } from './auth-client.ts';

const REFRESHES = howMany(8, 200);

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

interface Refreshed {
  readonly status: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly code: string;
}
async function refresh(token: string): Promise<Refreshed> {
  const { status, body } = await call(world, '/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  });
  return {
    status,
    access_token: field(body, 'access_token'),
    refresh_token: field(body, 'refresh_token'),
    code: field(body, 'code'),
  };
}
async function signInAgain(person: Person) {
  const { data, error } = await newClient(world).auth.signInWithPassword(person);
  if (error) throw error;
  return data.session;
}
/** How many tokens of the session behind this access token could still be used. */
async function livingTokens({ access_token }: { access_token: string }): Promise<number> {
  const rows = await world.database.query(
    'select from auth.refresh_tokens where session_id = $1 and revoked_at is null',
    [claimsOf(access_token)['session_id']],
  );
  return rows.length;
}

describe('a session', () => {
  test('is what the contract says', async () => {
    const { session, person } = await newUser(world);
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email: person.email, aud: 'authenticated', role: 'authenticated', phone: '' },
    });
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({
      iss: 'http://errand.test/auth/v1',
      sub: session.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: person.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
    expect(claims['exp']).toBe(session.expires_at);
  });

  test('is verified by the client alone with the published keys', async () => {
    const { client, session } = await newUser(world);
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(session.user.id);
  });

  test('goes on with a new token, and the same person', async () => {
    const { client, session } = await newUser(world);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.session?.user.id).toBe(session.user.id);
    expect(await roleOf(world, data.session?.access_token ?? '')).toBe('authenticated');
  });

  test('keeps no token that a copy of the database could use', async () => {
    const { session } = await newUser(world);
    const kept = JSON.stringify(await world.database.query('select * from auth.refresh_tokens'));
    expect(kept).not.toContain(session.refresh_token);
    expect(kept).not.toContain(Buffer.from(session.refresh_token).toString('hex'));
  });
});

describe('refreshing', () => {
  test(
    'fifty times at the same moment, round after round, signs nobody out and leaves one living token',
    async () => {
      const { session } = await newUser(world);
      let token = session.refresh_token;
      for (let round = 0; round < REFRESHES; round += 1) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        const next = new Set(answers.map(({ refresh_token }) => refresh_token));
        expect(next.size).toBe(1);
        token = [...next][0] ?? '';
        expect(await livingTokens(session)).toBe(1);
      }
    },
    Math.max(60_000, REFRESHES * 3_000),
  );

  test('with a token whose answer was lost brings the same answer, however late', async () => {
    const { session } = await newUser(world);
    const lost = await refresh(session.refresh_token);
    world.pass(3600);
    const again = await refresh(session.refresh_token);
    expect(again).toMatchObject({ status: 200, refresh_token: lost.refresh_token });
    expect(await refresh(lost.refresh_token)).toMatchObject({ status: 200 });
  });

  test('with an older token that was on its way brings a new one, and the others go on', async () => {
    const { session } = await newUser(world);
    const first = session.refresh_token;
    const second = (await refresh(first)).refresh_token;
    const third = (await refresh(second)).refresh_token;
    const late = await refresh(first);
    expect(late.status).toBe(200);
    expect([first, second, third]).not.toContain(late.refresh_token);
    expect(await livingTokens(session)).toBe(1);
    world.pass(60);
    expect(await refresh(third)).toMatchObject({ status: 200, refresh_token: late.refresh_token });
  });

  test('with a token that was used long ago ends the session for everybody, and tells the owner', async () => {
    const { session, person } = await newUser(world);
    const first = session.refresh_token;
    const second = await refresh(first);
    const third = await refresh(second.refresh_token);
    expect(await roleOf(world, third.access_token)).toBe('authenticated');
    world.pass(11);

    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    for (const token of [first, second.refresh_token, third.refresh_token]) {
      expect((await refresh(token)).status).toBe(400);
    }
    for (const token of [session.access_token, second.access_token, third.access_token]) {
      expect(await roleOf(world, token)).toBe(401);
    }
    expect((await world.mailTo(person.email, 'session_ended')).text).toContain('stolen');
  });

  test('with a copied token leaves the other sessions of the person alone', async () => {
    const { session, person } = await newUser(world);
    const other = await signInAgain(person);
    const second = await refresh(session.refresh_token);
    await refresh(second.refresh_token);
    world.pass(11);
    await refresh(session.refresh_token);
    expect(await roleOf(world, other.access_token)).toBe('authenticated');
    expect(await refresh(other.refresh_token)).toMatchObject({ status: 200 });
  });

  test.each([
    ['nonsense', 'nonsense', 'validation_failed'],
    ['nothing', '', 'validation_failed'],
    ['an endless text', 'x'.repeat(5000), 'validation_failed'],
    ['SQL', "' or 1=1 --abcdefgh", 'validation_failed'],
    ['a guess', 'abcdefghijklmnopqrstuvwxyz', 'refresh_token_not_found'],
  ])('with %s is refused', async (_name, token, code) => {
    expect(await refresh(token)).toMatchObject({ status: 400, code });
  });
});

describe('a session ends', () => {
  const both = async () => {
    const { session: here, person, client } = await newUser(world);
    return { here, there: await signInAgain(person), client };
  };
  const lives = async (tokens: { access_token: string; refresh_token: string }): Promise<boolean> => {
    const user = await call(world, '/user', { token: tokens.access_token });
    const role = await roleOf(world, tokens.access_token);
    const isRefused = role === 401 && user.status === 403;
    if (!isRefused && role !== 'authenticated') throw new Error(`neither living nor ended: ${role}`);
    return !isRefused;
  };

  test('here alone, when signing out locally', async () => {
    const { here, there, client } = await both();
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect([await lives(here), await lives(there)]).toEqual([false, true]);
    expect((await refresh(here.refresh_token)).status).toBe(400);
  });

  test('everywhere else, when signing out others', async () => {
    const { here, there, client } = await both();
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect([await lives(here), await lives(there)]).toEqual([true, false]);
  });

  test('everywhere, when signing out', async () => {
    const { here, there, client } = await both();
    expect((await client.auth.signOut()).error).toBeNull();
    expect([await lives(here), await lives(there)]).toEqual([false, false]);
    expect((await refresh(there.refresh_token)).status).toBe(400);
  });

  test('and the client is told so by the name that it knows', async () => {
    const { here, client } = await both();
    await call(world, '/logout', { method: 'POST', token: here.access_token });
    const { error } = await client.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
  });

  test('by its age, and by its rest', async () => {
    const idle = await newUser(world);
    world.pass(31 * 86_400);
    expect(await refresh(idle.session.refresh_token)).toMatchObject({ status: 400, code: 'session_expired' });

    const busy = await newUser(world);
    let token = busy.session.refresh_token;
    for (let day = 0; day < 175; day += 25) {
      world.pass(25 * 86_400);
      const next = await refresh(token);
      expect(next.status).toBe(200);
      token = next.refresh_token;
    }
    world.pass(6 * 86_400);
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'session_expired' });
  });

  test('when the account is erased or barred', async () => {
    const { session, person } = await newUser(world);
    await world.database.query(
      `update auth.users set banned_until = now() + interval '900 days' where id = $1`,
      [session.user.id],
    );
    await expect.poll(() => roleOf(world, session.access_token)).toBe(401);
    const { error } = await newClient(world).auth.signInWithPassword(person);
    expect(error).toMatchObject({ status: 400, code: 'user_banned' });
  });

  test('never by an unknown scope', async () => {
    const { session } = await newUser(world);
    const answer = await call(world, '/logout?scope=world', { method: 'POST', token: session.access_token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await lives(session)).toBe(true);
  });
});

test('an access token never outlives what its session may', async () => {
  const short = await openAuthWorld({ settings: { sessionIdleSeconds: 30, sessionMaxSeconds: 60 } });
  try {
    const { session } = await newUser(short);
    expect(session.expires_in).toBe(30);
    short.pass(25);
    const next = await call(short, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(next.body).toMatchObject({ expires_in: 30 });
    short.pass(25);
    const last = await call(short, '/token?grant_type=refresh_token', {
      body: { refresh_token: field(next.body, 'refresh_token') },
    });
    const { expires_in } = z.object({ expires_in: z.number() }).parse(last.body);
    expect(expires_in).toBeLessThanOrEqual(10);
  } finally {
    await short.close();
  }
});

test('a refresh that takes the database too long is answered with 503, and the client keeps its session', async () => {
  let slow = 0;
  const lock = 'select session_id from auth.refresh_tokens where token_hash = $1) for update';
  const busy = await openAuthWorld({
    through: (database) => endingDatabase(database, lock, () => slow-- > 0),
  });
  try {
    const { client, session } = await newUser(busy);
    slow = 1;
    const refused = await call(busy, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(refused).toMatchObject({ status: 503, body: { code: 'request_timeout' } });
    expect(refused.headers.get('retry-after')).toBe('1');

    slow = 1; // the client tries again by itself
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.user.id).toBe(session.user.id);
    expect(slow).toBeLessThanOrEqual(0);
    expect((await client.auth.getSession()).data.session).not.toBeNull();
  } finally {
    await busy.close();
  }
});
