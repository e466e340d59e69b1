import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import type { Database } from './database.ts';
import { vacuum } from './vacuum.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  await database.exec('create schema "Odd name"; create table "Odd name"."a ""table""" (n int, filler text)');
});
afterAll(() => test.close());

const pages = async () => {
  const size = `select pg_relation_size('"Odd name"."a ""table"""') / 8192 as pages`;
  return (await database.query<{ pages: number }>(size))[0]?.pages ?? 0;
};
const statistics = () =>
  database.query(`select reltuples::int as rows from pg_class where relname = 'a "table"'`);

it('frees the space of deleted rows, and updates the statistics of the planner', async () => {
  await database.exec(
    `insert into "Odd name"."a ""table""" select n, repeat('x', 200) from generate_series(1, 5000) n`,
  );
  await database.exec('delete from "Odd name"."a ""table""" where n > 100');
  expect(await pages()).toBeGreaterThan(100);
  // A server reports dead rows with a delay of a second.
  await vi.waitFor(
    async () => {
      await vacuum(database);
      expect(await pages()).toBeLessThan(10);
    },
    { timeout: 60_000, interval: 300 },
  );
  expect(await statistics()).toEqual([{ rows: 100 }]);
});

it('skips tables that hardly changed', async () => {
  await database.exec('insert into "Odd name"."a ""table""" select n from generate_series(1, 20) n');
  await vacuum(database);
  expect(await statistics()).toEqual([{ rows: 100 }]);
});
