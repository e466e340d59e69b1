import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createLog, type Log, silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { type Change, type Changes, createChanges } from './changes.ts';
import { type Database, DatabaseError, type Row } from './database.ts';

let db: TestDatabase;
const started: Changes[] = [];
/** Runs outside the current transaction, like another request. */
const outside = AsyncLocalStorage.snapshot();

beforeAll(async () => {
  db = await testDatabase();
  await db.database.exec(`
    create table public.watched (id int primary key, owner_id uuid, title text);
    select realtime.watch('public.watched', 'owner_id')`);
});
afterEach(async () => {
  for (const changes of started.splice(0)) await changes.stop();
  await db.database.query('truncate public.watched');
});
afterAll(() => db.close());

async function follow(database: Database = db.database, log: Log = silentLog) {
  const changes = createChanges({ database, log });
  await changes.start();
  started.push(changes);
  const batches: Change[][] = [];
  changes.listen((batch) => void batches.push([...batch]));
  const ids = () => batches.flat().map(({ record, oldRecord }) => (record ?? oldRecord)?.['id']);
  return { changes, batches, ids };
}

const insert = (from: number, to = from) =>
  db.database.query(
    `insert into public.watched select n, null, 'x' from generate_series($1::int, $2::int) n`,
    [from, to],
  );

it('delivers committed changes: the row, its owner, and the old key', async () => {
  const owner = randomUUID();
  const { batches } = await follow();
  await db.database.query(`insert into public.watched values (1, $1, 'new')`, [owner]);
  await db.database.query(`update public.watched set title = 'newer'`);
  await db.database.query('delete from public.watched');
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(3));
  const base = { schema: 'public', table: 'watched', owner, deleted: null, committedAt: expect.any(Date) };
  const last = { id: 1, owner_id: owner, title: 'newer' };
  expect(batches.flat()).toEqual([
    { ...base, type: 'INSERT', record: { ...last, title: 'new' }, oldRecord: null },
    { ...base, type: 'UPDATE', record: last, oldRecord: { id: 1 } },
    { ...base, type: 'DELETE', record: null, oldRecord: last, deleted: expect.any(String) },
  ]);
  expect(JSON.parse(batches.flat()[2]?.deleted ?? '')).toEqual(last);
});

it('delivers a bulk statement in pages, complete and in order', async () => {
  const { batches, ids } = await follow();
  await insert(1, 1_200);
  await vi.waitFor(() => expect(ids()).toHaveLength(1_200));
  expect(ids()).toEqual(Array.from({ length: 1_200 }, (_, n) => n + 1));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(500);
});

it('waits for a listener before reading on, and continues if one fails', async () => {
  const { changes, ids } = await follow();
  const gate = Promise.withResolvers<void>();
  const slow: number[] = [];
  changes.listen(async (batch) => {
    slow.push(batch.length);
    await gate.promise;
    throw new Error('a listener that fails');
  });
  await insert(1);
  await vi.waitFor(() => expect(slow).toEqual([1]));
  await insert(2);
  await insert(3);
  expect(ids()).toEqual([1]);
  gate.resolve();
  await vi.waitFor(() => expect(ids()).toEqual([1, 2, 3]));
});

it('reads nothing without listeners, and does not replay it later', async () => {
  const changes = createChanges({ database: db.database, log: silentLog });
  await changes.start();
  started.push(changes);
  await insert(1);
  await insert(2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const seen: Change[] = [];
  changes.listen((batch) => void seen.push(...batch));
  await insert(3);
  await vi.waitFor(() => expect(seen.map(({ record }) => record?.['id'])).toEqual([3]));
});

it('finds changes committed during a lost connection, once, and none from before its start', async () => {
  await insert(1);
  let isConnected = true;
  const reopened: (() => void)[] = [];
  const flaky: Database = {
    ...db.database,
    listen: (channel, onPayload) =>
      db.database.listen(channel, (payload) => {
        if (isConnected) onPayload(payload);
      }),
    onReopen: (listener) => {
      reopened.push(listener);
      return () => {};
    },
  };
  const { ids } = await follow(flaky);
  await insert(2);
  await vi.waitFor(() => expect(ids()).toEqual([2]));
  isConnected = false;
  await insert(3);
  await insert(4);
  isConnected = true;
  for (const reopen of [...reopened, ...reopened]) reopen();
  await insert(5);
  await vi.waitFor(() => expect(ids()).toHaveLength(4));
  expect(new Set(ids())).toEqual(new Set([2, 3, 4, 5]));
});

it('finds by looking back what it was told of and could not read', async () => {
  let isSilent = false;
  let reopen = (): void => {};
  const silent: Database = {
    ...db.database,
    async query<T extends object = Row>(text: string, values?: readonly unknown[]): Promise<T[]> {
      if (isSilent) throw new DatabaseError('57P01', 'the database does not answer');
      return db.database.query<T>(text, values);
    },
    onReopen: (listener) => {
      reopen = listener;
      return () => {};
    },
  };
  const lines: string[] = [];
  const { ids } = await follow(
    silent,
    createLog('warn', (line) => lines.push(line)),
  );
  await insert(1);
  await vi.waitFor(() => expect(ids()).toEqual([1]));
  isSilent = true;
  await insert(2);
  await vi.waitFor(() => expect(lines.join()).toContain('were not sent'));
  isSilent = false;
  reopen();
  await vi.waitFor(() => expect(ids()).toEqual([1, 2]));
});

// The embedded database has one session, so transactions never overlap.
it.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'loses nothing when a transaction with earlier ids commits later',
  async () => {
    const { ids } = await follow();
    await db.database.transaction(async (tx) => {
      await tx.query(`insert into public.watched values (1, null, 'begun first')`);
      await outside(insert, 2);
      await vi.waitFor(() => expect(ids()).toEqual([2]));
      await tx.query(`insert into public.watched values (3, null, 'committed last')`);
    });
    await vi.waitFor(() => expect(ids()).toEqual([2, 1, 3]));
  },
);
