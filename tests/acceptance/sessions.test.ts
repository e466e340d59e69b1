import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { ask, expectNoDifference } from './two-users.ts';

let program: Program;
let ann: Person;

beforeAll(async () => {
  program = await openProgram();
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

describe('a session that is ended from another', () => {
  it('is refused everywhere at once, and its live connection is closed', async () => {
    const other = await personOf(program, ann.email);
    const states: string[] = [];
    const channel = other.client.channel(`user:${other.id}`, { config: { private: true } });
    channel.subscribe((state) => void states.push(state));
    await vi.waitUntil(() => states.includes('SUBSCRIBED'), { timeout: 10_000 });

    expect((await end(ann, sessionOf(other))).data).toBe(true);

    // Every process is told by the database, which takes a server a moment.
    await vi.waitUntil(async () => (await statusOf(other)) === 401, { timeout: 2_000, interval: 20 });
    expect((await ask(program, other, '/auth/v1/user')).status).toBe(403);
    expect((await ask(program, other, '/storage/v1/bucket')).status).toBeGreaterThanOrEqual(400);
    expect((await other.client.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    await vi.waitUntil(() => states.at(-1) !== 'SUBSCRIBED', { timeout: 5_000 });
    await other.client.removeAllChannels();
    await other.client.realtime.disconnect();
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
