import * as argon2 from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { countingDatabase } from '#tests/engines/wrapped/counting-database.ts';
import { type AuthWorld, openAuthWorld, WIDE_LIMITS } from '#tests/worlds/auth-world.ts';
import { call, newClient, newPerson, newUser, type Person } from './auth-client.ts';

// The real one, watched.
vi.mock('@node-rs/argon2', async (importReal) => {
  const real = await importReal<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});
const [argon2Hash, argon2Verify] = [vi.mocked(argon2.hash), vi.mocked(argon2.verify)];
const { verify: realVerify } = await vi.importActual<typeof argon2>('@node-rs/argon2');

type Database = AuthWorld['database'];

let world: AuthWorld;
let person: Person;
let trips: () => number;
/** Runs in front of the message that opens a session by password. */
let beforeOpening: (database: Database) => Promise<unknown>;
let beforeTransaction: () => Promise<void>;

beforeAll(async () => {
  world = await openAuthWorld({
    takesItsTime: true,
    settings: { limits: WIDE_LIMITS },
    through(database) {
      const counting = countingDatabase(database, { ends: true });
      trips = counting.count;
      return interruptible(counting.database, () => beforeOpening(database));
    },
  });
  beforeOpening = async () => {};
  beforeTransaction = async () => {};
  ({ person } = await newUser(world));
});
beforeEach(() => {
  beforeOpening = async () => {};
  beforeTransaction = async () => {};
});
afterAll(() => world.close());

function interruptible(database: Database, interrupt: () => Promise<unknown>): Database {
  return new Proxy(database, {
    get(target, name, receiver) {
      if (name === 'transaction') {
        return async (...[work, options]: Parameters<Database['transaction']>) => {
          await beforeTransaction();
          return target.transaction(work, options);
        };
      }
      if (name !== 'batch') return Reflect.get(target, name, receiver);
      return async (...[statements, options]: Parameters<Database['batch']>) => {
        if (statements.some(({ text }) => text.includes('lock_as_checked'))) await interrupt();
        return target.batch(statements, options);
      };
    },
  });
}

const signIn = async (credentials: Person) =>
  (await newClient(world).auth.signInWithPassword(credentials)).error;

/** Round trips to the database, the ends of transactions among them, and hashes. */
async function costOf(act: () => Promise<unknown>): Promise<{ trips: number; hashes: number }> {
  argon2Hash.mockClear();
  argon2Verify.mockClear();
  const before = trips();
  await act();
  const hashes = argon2Hash.mock.calls.length + argon2Verify.mock.calls.length;
  return { trips: trips() - before, hashes };
}

describe('the cost', () => {
  test('of a sign-in by password is three round trips and one hash', async () => {
    const act = async () => expect(await signIn(person)).toBeNull();
    expect(await costOf(act)).toEqual({ trips: 3, hashes: 1 });
  });

  test('of a wrong password is the same, whether or not somebody has the address', async () => {
    // The first unknown address makes the hash that all of them are held against.
    await signIn(newPerson());
    for (const { email } of [person, newPerson()]) {
      const act = async () =>
        expect((await signIn({ email, password: 'a wrong one' }))?.code).toBe('invalid_credentials');
      expect(await costOf(act)).toEqual({ trips: 3, hashes: 1 });
    }
  });

  test('of a refresh is four round trips: its limit, the session, the next token, and the commit', async () => {
    const client = newClient(world);
    await client.auth.signInWithPassword(person);
    const act = async () => expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await costOf(act)).toEqual({ trips: 4, hashes: 0 });
  });
});

test('a hash takes 19 MiB and two passes at least', async () => {
  argon2Hash.mockClear();
  await newUser(world);
  const strong = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  expect(argon2Hash.mock.calls).toEqual([[expect.any(String), strong]]);
});

test('what is done for an address shows in no answer: none waits for it', async () => {
  const held = Promise.withResolvers<void>();
  beforeTransaction = () => held.promise;
  const { status } = await call(world, '/recover', { body: { email: person.email } });
  held.resolve();
  expect(status).toBe(200);
  await world.mailTo(person.email, 'recovery');
});

test.each([
  ['given another password', `encrypted_password = 'another'`],
  ['barred', `banned_until = now() + interval '1 day'`],
  ['deleted', 'deleted_at = now()'],
])('an account that is %s while its password is checked stays shut', async (_name, change) => {
  const { person: other } = await newUser(world);
  const ofThem = 'user_id = (select id from auth.users where email = $1)';
  const count = async () =>
    (await world.database.query(`select id from auth.sessions where ${ofThem}`, [other.email])).length;
  beforeOpening = async (database) => {
    await database.query(`delete from auth.sessions where ${ofThem}`, [other.email]);
    await database.query(`update auth.users set ${change} where email = $1`, [other.email]);
  };
  expect((await signIn(other))?.code).toBe('invalid_credentials');
  expect(await count()).toBe(0);
});

describe('a flood of sign-ins', () => {
  afterEach(() => argon2Verify.mockImplementation(realVerify));

  const MANY = 60;

  /** As many as come at once, held at their hash until they are let go. `refused`: once some were told to come back. */
  function flood(): { answers: ReturnType<typeof call>[]; refused: Promise<unknown>; letGo: () => void } {
    const held = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    argon2Verify.mockImplementation(() => held.promise.then(() => false));
    let shed = 0;
    const guess = async (n: number) => {
      const body = { email: `nobody-${n}@example.org`, password: 'a guess' };
      const answer = await call(world, '/token?grant_type=password', { body });
      if (answer.status === 429) shed += 1;
      if (shed === 10) refused.resolve();
      return answer;
    };
    const answers = Array.from({ length: MANY }, (_, n) => guess(n));
    return {
      answers,
      refused: Promise.race([refused.promise, Promise.all(answers)]),
      letGo: () => held.resolve(),
    };
  }

  test('is told to come back beyond what can be answered soon, before it costs anything', async () => {
    const before = trips();
    const { answers, refused, letGo } = flood();
    await refused;
    letGo();
    const all = await Promise.all(answers);
    const shed = all.filter(({ status }) => status === 429);
    expect(shed.length).toBeGreaterThanOrEqual(10);
    expect(shed.length).toBeLessThan(MANY / 2);
    expect(trips() - before).toBeLessThanOrEqual(3 * (MANY - shed.length));
    for (const { body, headers } of shed) {
      expect(body).toMatchObject({ code: 'over_request_rate_limit' });
      expect(headers.get('retry-after')).toBe('1');
    }
    argon2Verify.mockImplementation(realVerify);
    expect(await signIn(person)).toBeNull();
  });

  test('leaves room for somebody who signs up, and the official client tells why it is refused', async () => {
    const { answers, refused, letGo } = flood();
    await refused;
    expect(await signIn(person)).toMatchObject({ status: 429, message: 'Request rate limit reached' });
    const signedUp = newClient(world).auth.signUp(newPerson());
    letGo();
    expect((await signedUp).error).toBeNull();
    await Promise.all(answers);
  });
});
