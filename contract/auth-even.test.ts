import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordingDatabase } from '#tests/engines/wrapped/recording-database.ts';
import { type AuthWorld, openAuthWorld, WIDE_LIMITS } from '#tests/worlds/auth-world.ts';
import { call, newClient, newPerson, newUser } from './auth-client.ts';

/** What is asked of the database must not tell, by the time it takes, who has an account or awaits a code. */

const MANY = { limit: 1000, seconds: 300 };

let world: AuthWorld;
let take: () => string[];
/** Somebody with a proved address, and a new address that they want. */
let proved: string;
let wanted: string;
/** Who has been sent a code to sign in with, and who has yet to confirm. */
let coded: string;
let pending: string;

beforeAll(async () => {
  world = await openAuthWorld({
    settings: { limits: { ...WIDE_LIMITS, verifyPeer: MANY, signUpPeer: MANY } },
    texts: true,
    through(database) {
      const recording = recordingDatabase(database);
      take = recording.take;
      return recording.database;
    },
  });
  const owner = await newUser(world);
  proved = owner.person.email;
  wanted = newPerson().email;
  await owner.client.auth.updateUser({ email: wanted });
  coded = (await newUser(world)).person.email;
  await newClient(world).auth.resetPasswordForEmail(coded);
  await world.mailTo(coded, 'recovery');
  pending = newPerson().email;
  await newClient(world).auth.signUp({ email: pending, password: 'violet kettle of hers' });
});
afterAll(() => world.close());

/** What a wrong answer for this address makes the server ask its database, and the answer. */
async function trace(path: string, body: object) {
  take();
  const { status, body: answer } = await call(world, path, { body });
  return { asked: take(), status, answer };
}

describe('a wrong code', () => {
  test.each(['email', 'recovery', 'magiclink', 'signup', 'invite', 'email_change'])(
    'of type %s is answered by the same statements for everybody',
    async (type) => {
      const wrong = (email: string) => trace('/verify', { type, email, token: '000000' });
      const stranger = await wrong('nobody@example.org');
      expect(stranger).toMatchObject({ status: 403, answer: { code: 'otp_expired' } });
      // Reads and writes alike: a row that is written waits for the disk.
      expect(stranger.asked.filter((text) => /^\s*(insert|update)/.test(text)).length).toBeGreaterThan(1);
      for (const email of [proved, wanted, coded, pending]) expect(await wrong(email)).toEqual(stranger);
    },
  );

  test.each(['sms', 'phone_change'])('of type %s too', async (type) => {
    const phone = '4917012345678';
    await newClient(world).auth.signInWithOtp({ phone });
    await world.codeTo(`+${phone}`);
    const wrong = (number: string) => trace('/verify', { type, phone: number, token: '000000' });
    expect(await wrong(phone)).toEqual(await wrong('4917000000000'));
  });

  test('leaves a line in the log, and of a right one does what it did', async () => {
    const { person } = await newUser(world);
    await newClient(world).auth.resetPasswordForEmail(person.email);
    const mail = await world.mailTo(person.email, 'recovery');
    await call(world, '/verify', { body: { type: 'recovery', email: person.email, token: '000000' } });
    const rows = await world.database.query(
      `select 1 from auth.audit_log_entries where payload->>'action' = 'code_failed'
       and payload->>'actor_id' = (select id::text from auth.users where email = $1)`,
      [person.email],
    );
    expect(rows).toHaveLength(1);
    const token = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    const { error } = await newClient(world).auth.verifyOtp({ type: 'recovery', email: person.email, token });
    expect(error).toBeNull();
  });
});

test('a wrong password is answered by the same statements for everybody', async () => {
  const wrong = (email: string) => trace('/token?grant_type=password', { email, password: 'a wrong one' });
  // The first unknown address makes the hash that all of them are held against.
  await wrong('nobody@example.org');
  const stranger = await wrong('nobody@example.org');
  for (const email of [proved, coded, pending]) expect(await wrong(email)).toEqual(stranger);
});
