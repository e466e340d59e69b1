import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeProject, makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';

/** What a client that was away is told about its owner's rows: what the outbox still knows, and of nobody else. */

let test: TestDatabase;
let database: Database;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  [ann, bob] = [await makeUser(database), await makeUser(database)];
});
afterAll(() => test.close());
beforeEach(() => database.query('delete from realtime.changes'));

const told = z.object({
  until: z.string(),
  missed: z.nullable(z.object({ tables: z.array(z.string()), task_ids: z.array(z.string()) })),
});

async function ask(who: TestUser, from: { since?: string; seconds?: number }) {
  const [result] = await runAsCaller(database, callerOf(who), [
    {
      text: 'select public.missed_changes($1::timestamptz, $2::integer) as told',
      values: [from.since ?? null, from.seconds ?? null],
    },
  ]);
  return told.parse(result?.rows[0]?.['told']);
}

/** As if all of it had happened earlier. */
const age = (seconds: number) =>
  database.query('update realtime.changes set committed_at = committed_at - make_interval(secs => $1)', [
    seconds,
  ]);

it('names the tables and tasks of the caller that changed, also those that are gone', async () => {
  const [kept, gone] = [await makeTask(database, ann), await makeTask(database, ann)];
  await makeProject(database, ann);
  await database.query('delete from public.tasks where id = $1', [gone]);
  await makeTask(database, bob);
  const { missed } = await ask(ann, { seconds: 5 });
  expect(missed?.tables.toSorted()).toEqual(['projects', 'tasks', 'trash']);
  expect(missed?.task_ids.toSorted()).toEqual([kept, gone].toSorted());
});

it('goes on from where the last answer ended', async () => {
  await makeTask(database, ann);
  await age(60);
  const { until, missed } = await ask(ann, { seconds: 120 });
  expect(missed?.task_ids).toHaveLength(1);
  expect((await ask(ann, { since: until })).missed).toEqual({ tables: [], task_ids: [] });
  const later = await makeTask(database, ann);
  expect((await ask(ann, { since: until })).missed?.task_ids).toEqual([later]);
});

it('names a change again that was written before, and may have been committed after', async () => {
  const task = await makeTask(database, ann);
  const { until } = await ask(ann, { seconds: 1 });
  await age(10);
  expect((await ask(ann, { since: until })).missed?.task_ids).toEqual([task]);
});

it('names tasks by their runs', async () => {
  const task = await makeTask(database, ann);
  await database.query('delete from realtime.changes');
  await database.query(
    "insert into public.ai_runs (user_id, task_id, ai_task_type, is_demo) values ($1, $2, 'answer', true)",
    [ann.id, task],
  );
  const { missed } = await ask(ann, { seconds: 5 });
  expect(missed).toEqual({ tables: expect.arrayContaining(['ai_runs']), task_ids: [task] });
});

it('does not know what the outbox has forgotten, nor lists what is too much', async () => {
  expect((await ask(ann, { seconds: 3600 })).missed).toBeNull();
  expect((await ask(ann, {})).missed).toBeNull();
  const add = (count: number) =>
    database.query(
      "insert into public.tasks (user_id, title) select $1, 'One of many' from generate_series(1, $2)",
      [ann.id, count],
    );
  await add(100);
  expect((await ask(ann, { seconds: 5 })).missed?.task_ids).toHaveLength(100);
  await add(1);
  expect((await ask(ann, { seconds: 5 })).missed).toBeNull();
});
