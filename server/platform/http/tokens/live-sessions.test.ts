import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createLiveSessions, type LiveSessionRegistry, type LiveSessionsOptions } from './live-sessions.ts';

let db: TestDatabase;
const started: LiveSessionRegistry[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  for (const registry of started.splice(0)) await registry.stop();
});
afterAll(() => db.close());

async function start(
  database: Database = db.database,
  options: Partial<LiveSessionsOptions> = {},
): Promise<LiveSessionRegistry> {
  const registry = createLiveSessions({ database, log: silentLog, ...options });
  await registry.start();
  started.push(registry);
  return registry;
}

async function newSession(): Promise<{ userId: string; sessionId: string }> {
  const [user] = await db.database.query<{ id: string }>(
    'insert into auth.users default values returning id',
  );
  const [session] = await db.database.query<{ id: string }>(
    'insert into auth.sessions (user_id) values ($1) returning id',
    [user?.id],
  );
  return { userId: user?.id ?? '', sessionId: session?.id ?? '' };
}

test('an ended session is known in every process within moments, and reported once', async () => {
  const here = await start();
  const there = await start();
  const heard: string[] = [];
  there.onEnd((id) => heard.push(id));
  const { sessionId } = await newSession();
  expect(there.hasEnded(sessionId)).toBe(false);

  await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
  here.markEnded([sessionId]);

  expect(here.hasEnded(sessionId)).toBe(true);
  await vi.waitFor(() => expect(there.hasEnded(sessionId)).toBe(true), { timeout: 2000 });
  expect(heard).toEqual([sessionId]);
});

test('a session that ends while a process starts is known to it', async () => {
  const { sessionId } = await newSession();
  // Ends after the ended sessions were read, and before the start is over.
  const database: Database = Object.create(db.database, {
    query: {
      value: async (...asked: Parameters<Database['query']>) => {
        const rows = await db.database.query(...asked);
        await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
        return rows;
      },
    },
  });
  const registry = await start(database);
  await vi.waitFor(() => expect(registry.hasEnded(sessionId)).toBe(true), { timeout: 2000 });
});

test.each([
  ['the user is erased', 'delete from auth.users where id = $1'],
  ['the user is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
  ['the user is marked as deleted', 'update auth.users set deleted_at = now() where id = $1'],
])('sessions end when %s', async (_name, statement) => {
  const registry = await start();
  const { userId, sessionId } = await newSession();
  await db.database.query(statement, [userId]);
  await vi.waitFor(() => expect(registry.hasEnded(sessionId)).toBe(true), { timeout: 2000 });
});

test('sessions that ended before the start are known', async () => {
  const { sessionId } = await newSession();
  await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
  expect((await start()).hasEnded(sessionId)).toBe(true);
});

test('sessions without valid tokens are forgotten in every process, whichever deletes them from the database', async () => {
  const options = { rememberSeconds: 1, sweepEvery: 20 };
  const registries = [await start(db.database, options), await start(db.database, options)];
  const { sessionId } = await newSession();
  await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
  for (const registry of registries) registry.markEnded([sessionId]);
  expect(registries.map((registry) => registry.hasEnded(sessionId))).toEqual([true, true]);
  await vi.waitFor(() =>
    expect(registries.map((registry) => registry.hasEnded(sessionId))).toEqual([false, false]),
  );
  const left = () =>
    db.database.query('select 1 from auth.ended_sessions where session_id = $1', [sessionId]);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

test('a session is not ended by a transaction that is rolled back', async () => {
  const registry = await start();
  const { sessionId } = await newSession();
  const undone = db.database.transaction(async (tx) => {
    await tx.query('delete from auth.sessions where id = $1', [sessionId]);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  const other = await newSession();
  await db.database.query('delete from auth.sessions where id = $1', [other.sessionId]);
  await vi.waitFor(() => expect(registry.hasEnded(other.sessionId)).toBe(true));
  expect(registry.hasEnded(sessionId)).toBe(false);
});

test('sessions that ended during a lost connection are known after it is restored', async () => {
  let reopened = (): void => {};
  const deaf: Database = {
    ...bound(db.database),
    listen: async () => async () => {},
    onReopen: (listener) => {
      reopened = listener;
      return () => {};
    },
  };
  const registry = await start(deaf);
  const { sessionId } = await newSession();
  await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
  expect(registry.hasEnded(sessionId)).toBe(false);
  reopened();
  await vi.waitFor(() => expect(registry.hasEnded(sessionId)).toBe(true));
});

test('what a stalled process has not heard yet is read before a token is trusted', async () => {
  let isCurrent = true;
  const deaf: Database = {
    ...bound(db.database),
    listen: async () => async () => {},
    isCurrent: () => isCurrent,
  };
  const registry = await start(deaf);
  const { sessionId } = await newSession();
  await db.database.query('delete from auth.sessions where id = $1', [sessionId]);
  expect(registry.catchUp()).toBeNull();
  isCurrent = false;
  await registry.catchUp();
  expect(registry.hasEnded(sessionId)).toBe(true);
});

/** The database as a plain object, so that a test can override single methods. */
function bound(database: Database): Database {
  return {
    engine: database.engine,
    batch: (...args) => database.batch(...args),
    query: (...args) => database.query(...args),
    exec: (...args) => database.exec(...args),
    transaction: (...args) => database.transaction(...args),
    listen: (...args) => database.listen(...args),
    onReopen: (...args) => database.onReopen(...args),
    claim: async () => async () => {},
    isCurrent: () => true,
    isHealthy: () => database.isHealthy(),
    close: (...args) => database.close(...args),
  };
}
