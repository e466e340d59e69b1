import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UNLIMITED } from '#tests/server-process.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** Seconds, as short as an operator may set them. */
const IDLE = 12;
const MAX = 20;

let program: Program;

beforeAll(async () => {
  const limits = { SESSION_IDLE_SECONDS: String(IDLE), SESSION_MAX_SECONDS: String(MAX) };
  program = await openProgram({ env: { ...UNLIMITED, ...limits } });
});
afterAll(() => program.close());

interface Watcher {
  /** How the channel stands, the newest last. */
  readonly states: string[];
  /** Titles of new tasks. */
  readonly heard: string[];
}

const changed = z.object({ new: z.object({ title: z.string() }) });

/** Watches the person's own list through a live connection. */
async function watch({ client, id }: Person): Promise<Watcher> {
  const states: string[] = [];
  const heard: string[] = [];
  let isWatching = false;
  const wanted = { event: 'INSERT', schema: 'public', table: 'tasks', filter: `user_id=eq.${id}` } as const;
  client
    .channel('my list')
    .on('postgres_changes', wanted, (change) => heard.push(changed.parse(change).new.title))
    .on('system', {}, ({ message }: { message: string }) => {
      if (message === 'Subscribed to PostgreSQL') isWatching = true;
    })
    .subscribe((state) => void states.push(state));
  await vi.waitUntil(() => isWatching, { timeout: 10_000 });
  return { states, heard };
}

const session = z.object({ expires_at: z.number(), refresh_token: z.string() });

/** When its token ends (milliseconds since 1970), and what renews it: the client forgets that when it is refused. */
async function sessionOf({ client }: Person): Promise<{ end: number; refresh_token: string }> {
  const { data } = await client.auth.getSession();
  const { expires_at, refresh_token } = session.parse(data.session);
  return { end: expires_at * 1000, refresh_token };
}

/** A sign-in of the same person hears what the ended one does not, and the ended one cannot be renewed. */
async function expectSilence(
  person: Person,
  { heard, states }: Watcher,
  refresh_token: string,
): Promise<void> {
  const before = [...heard];
  const again = await personOf(program, person.email);
  const watcher = await watch(again);
  await addTask(again, 'Afterwards');
  await vi.waitUntil(() => watcher.heard.length > 0, { timeout: 5_000 });
  expect(watcher.heard).toEqual(['Afterwards']);
  expect(heard).toEqual(before);
  expect(states.at(-1)).toBe('CLOSED');
  const { error } = await person.client.auth.refreshSession({ refresh_token });
  // The client may have tried by itself before, and the first try removes the session.
  expect(['session_expired', 'refresh_token_not_found']).toContain(error?.code);
  for (const { client } of [person, again]) {
    await client.removeAllChannels();
    await client.realtime.disconnect();
  }
}

const untilClosed = ({ states }: Watcher) =>
  vi.waitUntil(() => states.at(-1) === 'CLOSED', { timeout: MAX * 2_000 });

describe.concurrent('a live connection ends with its session', { timeout: 90_000 }, () => {
  it('that has rested for as long as it may', async () => {
    const person = await signUp(program);
    const signedInAt = Date.now();
    const watcher = await watch(person);
    await addTask(person, 'Before');
    await vi.waitUntil(() => watcher.heard.length > 0, { timeout: 5_000 });
    const { end, refresh_token } = await sessionOf(person);
    expect(end).toBeLessThanOrEqual(signedInAt + IDLE * 1000);
    await untilClosed(watcher);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    await expectSilence(person, watcher, refresh_token);
  });

  it('that is in use, and is as old as it may be', async () => {
    const person = await signUp(program);
    const last = Date.now() + MAX * 1000;
    const watcher = await watch(person);
    const { end: firstEnd } = await sessionOf(person);
    while ((await sessionOf(person)).end < firstEnd + (MAX - IDLE - 1) * 1000) {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect((await person.client.auth.refreshSession()).error).toBeNull();
    }
    // It would have ended by now, had it rested.
    await vi.waitUntil(() => Date.now() > firstEnd + 1_000, { timeout: IDLE * 1000 });
    expect(watcher.states.at(-1)).toBe('SUBSCRIBED');
    const { refresh_token } = await sessionOf(person);
    await addTask(person, 'Before');
    await vi.waitUntil(() => watcher.heard.length > 0, { timeout: 5_000 });
    await untilClosed(watcher);
    expect(Date.now()).toBeLessThan(last + 3_000);
    await expectSilence(person, watcher, refresh_token);
  });
});
