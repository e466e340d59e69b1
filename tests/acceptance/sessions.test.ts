import { createClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { type Client, PASSWORD, type Person, personOf, signUp, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { REFUSED, statusesOf } from './rooms.ts';
import { ask, expectNoDifference } from './two-users/two-users.ts';

const OPERATOR = 'a service key that only this program knows';
let program: Program;
let ann: Person;

beforeAll(async () => {
  program = await openProgram({ env: { ...UNLIMITED, SERVICE_ROLE_KEY: OPERATOR } });
  ann = await signUp(program);
});
afterAll(() => program.close());

const sessionOf = ({ token }: Person): string =>
  z
    .object({ session_id: z.string() })
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).session_id;

async function sessionsOf({ client }: Person) {
  const { data, error } = await client.rpc('list_sessions');
  expect(error).toBeNull();
  return data ?? [];
}

const end = (person: Person, session_id: string) => person.client.rpc('end_session', { session_id });
const statusOf = async (person: Person) => (await ask(program, person, '/rest/v1/tasks?select=id')).status;

describe("a person's sessions", () => {
  it('are listed with where they are and when they were last used, and which one asks', async () => {
    const other = await personOf(program, ann.email);
    const listed = await sessionsOf(ann);
    expect(listed.map(({ session_id }) => session_id)).toEqual([sessionOf(ann), sessionOf(other)]);
    expect(listed.map(({ is_current }) => is_current)).toEqual([true, false]);
    expect(listed[1]).toMatchObject({ ip_address: '127.0.0.1', user_agent: expect.stringContaining('node') });
    await other.client.auth.refreshSession();
    const [, refreshed] = await sessionsOf(ann);
    expect(Date.parse(refreshed?.last_used_at ?? '')).toBeGreaterThan(
      Date.parse(listed[1]?.last_used_at ?? ''),
    );
    await end(ann, sessionOf(other));
  });

  it('are nobody else’s business, and nobody else ends them', async () => {
    const ben = await signUp(program);
    expect((await sessionsOf(ben)).map(({ session_id }) => session_id)).toEqual([sessionOf(ben)]);
    const answer = await expectNoDifference(sessionOf(ann), (session_id) =>
      ask(program, ben, '/rest/v1/rpc/end_session', { method: 'POST', body: { session_id } }),
    );
    expect(answer).toMatchObject({ status: 200, body: 'false' });
    const visiting = { method: 'POST', body: { session_id: sessionOf(ann) } };
    expect((await ask(program, null, '/rest/v1/rpc/end_session', visiting)).status).toBe(401);
    expect(await statusOf(ann)).toBe(200);
  });
});

/** The states of the person's own live connection, once it stands. */
async function listen(person: Person): Promise<string[]> {
  const states: string[] = [];
  const channel = person.client.channel(`user:${person.id}`, { config: { private: true } });
  channel.subscribe((state) => void states.push(state));
  await vi.waitUntil(() => states.includes('SUBSCRIBED'));
  return states;
}

/** Every process is told by the database, which takes a server a moment. */
async function expectEnded(person: Person, states: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await statusesOf(program, person)).toEqual(REFUSED), {
    timeout: 2_000,
  });
  await vi.waitUntil(() => states.at(-1) !== 'SUBSCRIBED', { timeout: 5_000 });
  await person.client.removeAllChannels();
  await person.client.realtime.disconnect();
}

/** What an operator does through the admin API. */
const admin = () => createClient(program.url, OPERATOR, { auth: { persistSession: false } }).auth.admin;

/** A recovery mail, its link and a new password, as on a telephone that was never signed in. */
async function recover({ email }: Person): Promise<{ error: unknown }> {
  const { data } = await admin().generateLink({ type: 'recovery', email });
  const { auth } = visitor(program);
  const token_hash = data.properties?.hashed_token ?? '';
  const opened = await auth.verifyOtp({ type: 'recovery', token_hash });
  return opened.error ? opened : auth.updateUser({ password: 'a lantern of ferns' });
}

interface Factor {
  readonly factorId: string;
  /** The code of so many seconds later. */
  readonly code: (seconds: number) => string;
}

async function enrol({ auth }: Client, friendlyName = 'Telephone'): Promise<Factor> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  return { factorId: data.id, code: (seconds) => totp.generate({ timestamp: Date.now() + seconds * 1000 }) };
}

const show = ({ auth }: Client, { factorId, code }: Factor, ahead = 0) =>
  auth.mfa.challengeAndVerify({ factorId, code: code(ahead) });

describe('every other session ends, everywhere at once and with its live connection,', () => {
  it.each<[string, (here: Person) => Promise<{ error: unknown }>]>([
    ['with a sign-out of the others', ({ client }) => client.auth.signOut({ scope: 'others' })],
    ['with a sign-out everywhere', ({ client }) => client.auth.signOut()],
    ['with a new password', ({ client }) => client.auth.updateUser({ password: 'a lantern of ferns' })],
    [
      'with the account',
      ({ client }) => client.functions.invoke('delete-account', { body: { password: PASSWORD } }),
    ],
    ['with a password set after a recovery', recover],
    ['with a second factor that now counts', async ({ client }) => show(client, await enrol(client))],
    ['with a ban', ({ id }) => admin().updateUserById(id, { ban_duration: '24h' })],
    ['with a password set by an operator', ({ id }) => admin().updateUserById(id, { password: 'a lantern' })],
    ['with the account, by an operator', ({ id }) => admin().deleteUser(id)],
    ['with the account, that an operator empties', ({ id }) => admin().deleteUser(id, true)],
  ])('%s', async (_how, act) => {
    const here = await signUp(program);
    const other = await personOf(program, here.email);
    const states = await listen(other);
    expect(await statusesOf(program, other)).toMatchObject({ auth: 200, rest: 200, storage: 200 });
    expect((await act(here)).error).toBeNull();
    await expectEnded(other, states);
  });
});

describe('a session that was raised by a second factor ends, everywhere at once and with its live connection,', () => {
  it.each<[string, (here: Person, factorId: string) => Promise<{ error: unknown }>]>([
    ['when that is removed', ({ client }, factorId) => client.auth.mfa.unenroll({ factorId })],
    ['when an operator removes that', ({ id: userId }, id) => admin().mfa.deleteFactor({ userId, id })],
  ])('%s', async (_how, remove) => {
    const here = await signUp(program);
    const lost = await enrol(here.client, 'Lost');
    expect((await show(here.client, lost)).error).toBeNull();
    expect((await show(here.client, await enrol(here.client, 'Kept'))).error).toBeNull();
    const other = await personOf(program, here.email);
    // Each code opens once; that of the next half minute is taken, too.
    const { data, error } = await show(other.client, lost, 30);
    if (error) throw error;
    const raised = { ...other, token: data.access_token };
    const states = await listen(raised);
    expect(await statusesOf(program, raised)).toMatchObject({ auth: 200, rest: 200, storage: 200 });
    expect((await remove(here, lost.factorId)).error).toBeNull();
    await expectEnded(raised, states);
  });
});

it('the password alone neither exports nor deletes the account of somebody with a second factor', async () => {
  const here = await signUp(program);
  expect((await show(here.client, await enrol(here.client))).error).toBeNull();
  const thief = await personOf(program, here.email);
  const proof = { password: PASSWORD };
  for (const name of ['export-account', 'delete-account']) {
    const asked = await ask(program, thief, `/functions/v1/${name}`, { method: 'POST', body: proof });
    expect([name, asked.status]).toEqual([name, 401]);
  }
  expect((await here.client.functions.invoke('export-account', { body: proof })).error).toBeNull();
});

it('another web page changes nothing: by cookies, by forms, nor by addresses that are only opened', async () => {
  const body = JSON.stringify({
    session_id: sessionOf(ann),
    title: 'forged',
    user_id: ann.id,
    password: PASSWORD,
  });
  const origin = 'https://elsewhere.example';
  const cookie = ['errand-session', 'sb-access-token', 'access_token', 'authorization']
    .map((name) => `${name}=${ann.token}`)
    .join('; ');
  const visitor = await fetch(`${program.url}/auth/v1/user`, { headers: { cookie, origin } });
  expect(visitor.status).toBe(401);
  const changing = [
    '/rest/v1/tasks',
    '/rest/v1/rpc/end_session',
    '/auth/v1/logout',
    '/auth/v1/factors',
    '/functions/v1/delete-account',
    '/functions/v1/delegate',
    `/storage/v1/object/task-attachments/${ann.id}/forged.txt`,
  ];
  for (const path of changing) {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { cookie, origin, 'content-type': type };
      const { status } = await fetch(`${program.url}${path}`, { method: 'POST', headers, body });
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
    // Not even with the token: an address that is opened only reads.
    const opened = await ask(program, ann, `${path}?session_id=${sessionOf(ann)}&title=forged`);
    expect([path, opened.status >= 400 || opened.body === '[]']).toEqual([path, true]);
  }
  expect(await statusesOf(program, ann)).toMatchObject({ auth: 200, rest: 200 });
  expect((await ask(program, ann, '/rest/v1/tasks?select=title')).body).toBe('[]');
});

describe('a session that is ended from another', () => {
  it('is refused everywhere at once, and its live connection is closed', async () => {
    const other = await personOf(program, ann.email);
    const states = await listen(other);
    expect((await end(ann, sessionOf(other))).data).toBe(true);
    await expectEnded(other, states);
    expect((await other.client.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    expect(await statusOf(ann)).toBe(200);
    expect((await end(ann, sessionOf(other))).data).toBe(false);
  });

  it('ends once, however many ask at the same moment', async () => {
    const other = await personOf(program, ann.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(ann, sessionOf(other))));
    expect(answers.filter(({ data }) => data === true)).toHaveLength(1);
    expect(answers.filter(({ data }) => data === false)).toHaveLength(9);
  });

  it('stays ended where it was being refreshed at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => personOf(program, ann.email)));
    await Promise.all(
      others.flatMap((other) => [other.client.auth.refreshSession(), end(ann, sessionOf(other))]),
    );
    for (const { client } of others) {
      const { data } = await client.auth.getSession();
      const token = data.session?.access_token;
      const isRefused = async () => !token || (await statusOf({ ...ann, client, token })) === 401;
      await vi.waitUntil(isRefused, { timeout: 2_000, interval: 20 });
      expect((await client.auth.refreshSession()).error).not.toBeNull();
    }
    expect(await sessionsOf(ann)).toHaveLength(1);
  });
});
