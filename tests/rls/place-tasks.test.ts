import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Row } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeUser, type TestUser } from '../fixtures/factories.ts';

let test: TestDatabase;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  [ann, bob] = [await makeUser(test.database), await makeUser(test.database)];
});
afterAll(() => test.close());

async function as(user: TestUser, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [result] = await runAsCaller(test.database, callerOf(user), [{ text, values }]);
  return result?.rows ?? [];
}

async function add(user: TestUser, title: string): Promise<string> {
  const [row] = await as(user, 'insert into public.tasks (title) values ($1) returning id', [title]);
  return String(row?.['id']);
}

const place = (user: TestUser, places: readonly object[]) =>
  as(user, 'select title, rank, timeframe, due_on::text from public.place_tasks($1)', [
    JSON.stringify(places),
  ]);

const ranksOf = async (user: TestUser) =>
  (await as(user, 'select rank from public.tasks order by title')).map((row) => row['rank']);

it('places several tasks, each with the values that it names', async () => {
  const [a, b] = [await add(ann, 'a'), await add(ann, 'b')];
  const future = { timeframe: 'future', due_on: null, is_dated: false };
  const placed = await place(ann, [
    { id: b, rank: 'a1' },
    { id: a, rank: 'a2', ...future },
  ]);
  expect(placed).toHaveLength(2);
  expect(placed).toContainEqual({ title: 'a', rank: 'a2', timeframe: 'future', due_on: null });
  expect(placed).toContainEqual(expect.objectContaining({ title: 'b', rank: 'a1', timeframe: 'today' }));
  expect(await place(ann, [{ id: a, rank: null }])).toEqual([
    { title: 'a', rank: null, timeframe: 'future', due_on: null },
  ]);
});

it('places all or none', async () => {
  const c = await add(ann, 'c');
  const before = await ranksOf(ann);
  for (const rank of ['a0', `a${'1'.repeat(64)}`, 'a b', '']) {
    const both = [
      { id: c, rank: 'a3' },
      { id: await add(ann, 'refused'), rank },
    ];
    await expect(place(ann, both), rank).rejects.toMatchObject({ code: '23514' });
  }
  expect((await ranksOf(ann)).slice(0, before.length)).toEqual(before);
});

it('leaves out the tasks of others, and those that are gone', async () => {
  const [hers, his] = [await add(ann, 'd'), await add(bob, 'his')];
  const gone = '00000000-0000-4000-8000-000000000000';
  const places = [hers, his, gone].map((id) => ({ id, rank: 'a5' }));
  expect(await place(bob, places)).toMatchObject([{ title: 'his', rank: 'a5' }]);
  expect(await as(ann, 'select rank from public.tasks where id = $1', [hers])).toEqual([{ rank: null }]);
});

it('leaves each version of a task later than the one before, also within a transaction', async () => {
  const id = await add(ann, 'e');
  const update = {
    text: "update public.tasks set rank = 'a7' where id = $1 returning updated_at::text",
    values: [id],
  };
  const versions = await runAsCaller(test.database, callerOf(ann), [update, update, update]);
  const times = versions.map(({ rows }) => String(rows[0]?.['updated_at']));
  expect(new Set(times).size).toBe(3);
  expect(times.toSorted()).toEqual(times);
});
