import { expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { makeTask, makeUser } from '../fixtures/factories.ts';
import { borrowEngine } from './shared-engine.ts';

const startOf = async (database: Database): Promise<unknown> =>
  (await database.query('select pg_postmaster_start_time() as start'))[0]?.['start'];

/** Every row and counter. */
async function contentOf(database: Database): Promise<unknown> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const all = await database.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    rows[name] = all.map(({ row }) => row);
  }
  return { rows, counters: await database.query('select sequencename, last_value from pg_sequences') };
}

async function use(act: (database: Database) => Promise<unknown>): Promise<unknown> {
  const { database, close } = await borrowEngine();
  const start = await startOf(database);
  await act(database);
  await close();
  return start;
}

it('is found as the migrations leave it, whatever was written before', async () => {
  let first: unknown;
  const start = await use(async (database) => {
    first = await contentOf(database);
    const user = await makeUser(database);
    await makeTask(database, user);
    await database.exec(`
      delete from realtime.published where ctid = (select min(ctid) from realtime.published);
      update storage.buckets set public = not public;
      select nextval('realtime.changes_id_seq');
      set search_path = 'pg_catalog';
      select pg_advisory_lock(1)`);
  });
  const next = await use(async (database) => {
    expect(await contentOf(database)).toEqual(first);
    expect(await database.query('show search_path')).not.toEqual([{ search_path: 'pg_catalog' }]);
    expect(await database.query("select from pg_locks where locktype = 'advisory'")).toEqual([]);
  });
  expect(next).toEqual(start);
});

it('is found so after more rows than a few pages hold', async () => {
  const fill = `insert into storage.buckets (id, name) select repeat('b', 60) || n, repeat('b', 60) || n
    from generate_series(1, 1500) n`;
  let first: unknown;
  const start = await use(async (database) => {
    first = await contentOf(database);
    await database.exec(fill);
  });
  for (let time = 0; time < 2; time += 1) {
    const next = await use(async (database) => expect(await contentOf(database)).toEqual(first));
    expect(next).toEqual(start);
  }
});

it.each([
  'create table public.left_over (id int)',
  'create role left_over',
  'alter role authenticated set work_mem = 64',
  'alter table public.tasks disable row level security',
  'revoke select on public.tasks from authenticated',
  "create or replace function auth.uid() returns uuid language sql as 'select null::uuid'",
  'analyze auth.users',
])('is a new one after: %s', async (change) => {
  const start = await use((database) => database.exec(`select 1; ${change}`));
  const next = await use(async (database) => {
    expect(await database.query("select from pg_class where relname = 'left_over'")).toEqual([]);
  });
  expect(next).not.toEqual(start);
});

it('is closed to whoever has given it back, and tells them nothing more', async () => {
  const heard = vi.fn();
  const { database, close } = await borrowEngine();
  await database.listen('news', heard);
  await close();
  await expect(database.query('select 1')).rejects.toMatchObject({ code: '57P01' });
  await expect(database.transaction(async (tx) => tx.query('select 1'))).rejects.toMatchObject({
    code: '57P01',
  });
  expect(database.isHealthy()).toBe(false);
  await use((next) => next.exec("notify news, 'late'"));
  expect(heard).not.toHaveBeenCalled();
});

it('is given back when all that is under way has ended', async () => {
  let slow: Promise<unknown> | undefined;
  await use(async (database) => {
    slow = database.transaction(async (tx) => {
      await tx.query('select pg_sleep(0.1)');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return tx.query('select 1 as done');
    });
  });
  expect(await slow).toEqual([{ done: 1 }]);
});

it('is a new one while another is lent', async () => {
  await use(async (database) => {
    const own = await startOf(database);
    expect(await use(async () => undefined)).not.toEqual(own);
  });
});
