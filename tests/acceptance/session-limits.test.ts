import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { closeRawSockets, openRaw, type RawSocket } from '#tests/fixtures/raw-socket.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { PASSWORD, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { ask } from './two-users/two-users.ts';

/** Seconds. No session may rest for less than ten. */
const IDLE = 10;
const MAX = 20;

let program: Program;

beforeAll(async () => {
  const limits = { SESSION_SECONDS: `idle=${IDLE},max=${MAX}` };
  program = await openProgram({ env: { ...UNLIMITED, ...limits } });
});
afterAll(() => {
  closeRawSockets();
  return program.close();
});

const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  user: z.object({ id: z.string() }),
});
type Session = z.infer<typeof session>;

const askForSession = (grant: string, body: object) =>
  ask(program, null, `/auth/v1/token?grant_type=${grant}`, { method: 'POST', body });

const refresh = ({ refresh_token }: Session) => askForSession('refresh_token', { refresh_token });

const read = ({ body, status }: { body: string; status: number }): Session => {
  expect(status, body).toBe(200);
  return session.parse(JSON.parse(body));
};

/** Somebody new, without the official client: it renews every session that is about to end. */
async function signIn(): Promise<Session> {
  const { email } = await signUp(program);
  return read(await askForSession('password', { email, password: PASSWORD }));
}

const insertTask = ({ access_token, user }: Session, title: string) =>
  fetch(`${program.url}/rest/v1/tasks`, {
    method: 'POST',
    headers: {
      apikey: program.anonKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title, user_id: user.id }),
  });

/** A bare socket that hears of the person's own tasks. */
async function listen({ access_token, user }: Session): Promise<RawSocket> {
  const socket = await openRaw(program);
  const filter = `user_id=eq.${user.id}`;
  const postgres_changes = [{ event: 'INSERT', schema: 'public', table: 'tasks', filter }];
  await socket.join('1', 'mine', { access_token, config: { postgres_changes } });
  await vi.waitUntil(() => socket.heard('system').length > 0, { timeout: 5_000 });
  return socket;
}

/** The socket is closed at `end` (seconds since 1970) and not before, and nothing renews the session. */
async function expectClosedAt(end: number, socket: RawSocket, last: Session): Promise<void> {
  const left = end * 1000 - Date.now();
  await vi.waitUntil(() => socket.closed() !== null, { timeout: Math.max(0, left) + 5_000, interval: 20 });
  expect(Date.now()).toBeGreaterThanOrEqual(end * 1000);
  expect(socket.closed()).toBe(1008);
  expect(socket.frames.at(-1)?.[3]).toBe('phx_close');
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // seconds are what a token counts
  const refused = await refresh(last);
  expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('session_expired') });
}

describe.concurrent('a live connection is closed with its session', () => {
  it('that has rested for as long as it may', async () => {
    const resting = await signIn();
    const socket = await listen(resting);
    expect((await insertTask(resting, 'Before')).status).toBe(201);
    await vi.waitUntil(() => socket.heard('postgres_changes').length > 0, { timeout: 5_000 });
    expect(resting.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + IDLE);
    await expectClosedAt(resting.expires_at, socket, resting);
  });

  it('that is in use, and is as old as it may be', async () => {
    const first = await signIn();
    const socket = await listen(first);
    let last = first;
    // The last token that is shorter than the rest ends with the session itself.
    while (last.expires_at < first.expires_at + MAX - IDLE - 1) {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      last = read(await refresh(last));
      socket.send('1', null, 'realtime:mine', 'access_token', { access_token: last.access_token });
    }
    await vi.waitUntil(() => Date.now() > first.expires_at * 1000 + 1_000, { timeout: IDLE * 1_000 });
    expect(socket.closed()).toBeNull();
    await expectClosedAt(last.expires_at, socket, last);
    expect(last.expires_at).toBeLessThanOrEqual(first.expires_at + MAX - IDLE + 1);
  });
});
