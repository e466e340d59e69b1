import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TASK_NOTES_MAX } from '#domain/task.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import { ANON, type Caller } from '#server/platform/db/caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeUser, type TestUser } from '../fixtures/factories.ts';

/** Neighbours share a disk: what one of them can write to it within a day has an end. */

let test: TestDatabase;
let database: Database;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  bob = await makeUser(database);
});
beforeEach(async () => {
  ann = await makeUser(database);
});
afterAll(() => test.close());

/** Long enough to be counted each time. */
const LONG = 'x'.repeat(TASK_NOTES_MAX);
const OPERATOR: Caller = { ...ANON, role: 'service_role', claims: { role: 'service_role' } };
const LIMIT = 100 * 1024 ** 2;
const REFUSED = {
  code: 'PT429',
  message: 'You can save up to 100 MB of text a day. Please try again tomorrow.',
};

const as = (person: TestUser, text: string, values: readonly unknown[] = []) =>
  runAsCaller(database, callerOf(person), [{ text, values }]);
const note = (person: TestUser) =>
  as(person, 'insert into public.tasks (title, notes) values ($1, $2)', ['Noted', LONG]);

async function writtenBy({ id }: TestUser): Promise<number> {
  const rows = await database.query<{ bytes: number }>(
    'select bytes::float8 as bytes from private.written_texts where owner = $1',
    [id],
  );
  return rows[0]?.bytes ?? 0;
}

const pretend = (person: TestUser, bytes: number, daysAgo = 0) =>
  database.query(
    `insert into private.written_texts (owner, day, bytes)
     values ($1, (now() at time zone 'UTC')::date - $3::integer, $2)
     on conflict (owner) do update set day = excluded.day, bytes = excluded.bytes`,
    [person.id, bytes, daysAgo],
  );

it('a person may write 100 MB a day; what is beyond is refused and not kept, whoever else writes', async () => {
  await pretend(ann, LIMIT - 15_000);
  await note(ann);
  await expect(note(ann)).rejects.toMatchObject(REFUSED);
  expect(await database.query('select from public.tasks where user_id = $1', [ann.id])).toHaveLength(1);
  expect(await writtenBy(ann)).toBeLessThanOrEqual(LIMIT);
  await note(bob);
});

it('the next day begins with nothing', async () => {
  await pretend(ann, LIMIT, 1);
  await note(ann);
  expect(await writtenBy(ann)).toBeLessThan(12_000);
});

it('one small request that writes a long text into many rows is counted by its rows', async () => {
  await as(ann, "insert into public.tasks (title) select 'Task ' || n from generate_series(1, 200) n");
  await pretend(ann, 0);
  await as(ann, 'update public.tasks set notes = $1', [LONG]);
  expect(await writtenBy(ann)).toBeGreaterThan(200 * TASK_NOTES_MAX);
  await pretend(ann, LIMIT - 200 * TASK_NOTES_MAX);
  await expect(
    as(ann, 'update public.tasks set notes = $1', [LONG.replaceAll('x', 'y')]),
  ).rejects.toMatchObject(REFUSED);
});

it('short texts are counted as many, by one in so many', async () => {
  await as(ann, "insert into public.tasks (title) select 'Task ' || n from generate_series(1, 1500) n");
  // About 209 bytes each: 38 of them are counted as 8,192 bytes, give or take 6.
  const bytes = await writtenBy(ann);
  expect(bytes).toBeGreaterThan(1500 * 209 * 0.3);
  expect(bytes).toBeLessThan(1500 * 209 * 1.8);
});

it('projects are counted, and neither what has no text nor what a program of the operator writes', async () => {
  await as(ann, 'insert into public.projects (name, description) values ($1, $2)', ['p', 'x'.repeat(5000)]);
  await as(ann, 'insert into public.projects (name, description) values ($1, $2)', ['p', 'é'.repeat(5000)]);
  expect(await writtenBy(ann)).toBeGreaterThan(10_000);
  await note(ann);
  await pretend(ann, 0);
  await as(ann, 'update public.tasks set is_completed = true');
  expect(await writtenBy(ann)).toBe(0);
  const insert = 'insert into public.tasks (user_id, title, notes) values ($1, $2, $3)';
  await runAsCaller(database, OPERATOR, [{ text: insert, values: [ann.id, 'Imported', LONG] }]);
  expect(await writtenBy(ann)).toBe(0);
});
