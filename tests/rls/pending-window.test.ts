import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHOWN_GROUPS, toDays, toLocalDay, toShownGroup } from '#domain/days.ts';
import { taskRow } from '#domain/rows/task-row.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { byOrder } from '#domain/task-order.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeProject, makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';

/** Parts of a list, as the database cuts them: in the groups and the order of the browser, and of nobody else. */

const TASKS = 400;
const days = toDays(toLocalDay(new Date('2026-11-25T12:00:00')));

let test: TestDatabase;
let database: Database;
let ann: TestUser;
let project: string;
let tasks: z.infer<typeof taskRow>[];

/** The same rows every time. */
function* numbers(): Generator<number> {
  for (let seed = 7; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}
const next = numbers();
const pick = <Value>(values: readonly Value[]): Value | undefined =>
  values[(next.next().value ?? 0) % values.length];

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  ann = await makeUser(database);
  await makeTask(database, await makeUser(database));
  project = z
    .object({ id: z.string() })
    .or(z.string().transform((id) => ({ id })))
    .parse(await makeProject(database, ann)).id;
  const dues = [
    null,
    null,
    null,
    null,
    ...Array.from({ length: 12 }, (_, index) => `2026-11-${21 + (index % 9)}`),
  ];
  for (let index = 0; index < TASKS; index += 1) {
    await database.query(
      `insert into public.tasks (user_id, title, category, priority, timeframe, due_on, is_dated, rank, project_id,
         client_id, created_at)
       values ($1, 'One of many', $2, $3, $4, $5, $6, $7, $8, md5($10)::uuid, $9)`,
      [
        ann.id,
        pick(TASK_CATEGORIES),
        pick(TASK_PRIORITIES),
        pick(TASK_TIMEFRAMES),
        pick(dues),
        pick([true, false]),
        pick([null, null, null, null, 'j1V000000001', 'j3abc1234561']),
        pick([null, project]),
        // Several of one moment, as when lines are pasted.
        new Date(Date.UTC(2026, 10, 1) + 1000 * Math.floor(index / 3)).toISOString(),
        `task ${index}`,
      ],
    );
  }
  await database.query('update public.tasks set is_completed = true where client_id::text < $1', ['1']);
  const rows = await database.query('select to_jsonb(t) as task from public.tasks t where not is_completed');
  tasks = rows
    .map(({ task }) => taskRow.parse({ has_notes: false, ...(typeof task === 'object' ? task : {}) }))
    .filter(({ title }) => title === 'One of many');
});
afterAll(() => test.close());

async function ask(values: Readonly<Record<string, unknown>>, name = 'pending_window'): Promise<Row[]> {
  const names = Object.keys(values).map((name, index) => `${name} => $${index + 1}`);
  const [result] = await runAsCaller(database, callerOf(ann), [
    {
      text: `select id, rank from public.${name}(today => '${days.today}', ${names.join(', ')})`,
      values: Object.values(values),
    },
  ]);
  return result?.rows ?? [];
}

const ids = (rows: readonly { readonly id?: unknown }[]): unknown[] =>
  rows.map(({ id }) => String(id)).toSorted((a, b) => a.localeCompare(b));
const groupOf = (name: string, among = tasks) =>
  among.filter((task) => toShownGroup(task, days) === name).toSorted(byOrder);

describe('a list that is short enough to be read whole', () => {
  const read = (values: Readonly<Record<string, unknown>>) => ask(values, 'pending_in_order');

  it('comes in the order of the list, the dragged tasks of a group first', async () => {
    const parts = SHOWN_GROUPS.flatMap((name) => {
      const group = groupOf(name);
      return [group.filter(({ rank }) => rank), group.filter(({ rank }) => !rank)];
    });
    const rows = await read({ most: 1000 });
    let at = 0;
    for (const part of parts) {
      const same = rows.slice(at, (at += part.length));
      // Where a dragged one belongs is for the browser to find.
      if (part.every(({ rank }) => rank)) expect(ids(same)).toEqual(ids(part));
      else expect(same.map(({ id }) => id)).toEqual(part.map(({ id }) => id));
    }
    expect(rows.length).toBe(tasks.length);
    expect(at).toBe(tasks.length);
  });

  it('comes without the tasks that are there already, and of a longer one come the newest', async () => {
    const newest = tasks.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
    const without = newest.slice(0, 30).map(({ id }) => id);
    const rows = await read({ most: 90, without });
    const rest = newest.slice(30);
    const oldest = rest[89]?.created_at ?? '';
    expect(rows.length).toBe(90);
    const known = new Map(rest.map((task) => [task.id, task.created_at]));
    for (const { id } of rows) expect((known.get(String(id)) ?? '') >= oldest).toBe(true);
  });
});

describe('the first part', () => {
  it('has the first tasks of each group, and those that were dragged', async () => {
    const expected = SHOWN_GROUPS.flatMap((name) => {
      const group = groupOf(name);
      return [...group.filter(({ rank }) => rank), ...group.filter(({ rank }) => !rank).slice(0, 9)];
    });
    expect(expected.length).toBeGreaterThan(50);
    expect(ids(await ask({ size: 9 }))).toEqual(ids(expected));
  });

  it('may be of one category or of one project', async () => {
    for (const [name, value, among] of [
      ['of_category', 'work', tasks.filter(({ category }) => category === 'work')],
      ['of_project', project, tasks.filter(({ project_id }) => project_id === project)],
    ] as const) {
      expect(ids(await ask({ size: 1000, [name]: value }))).toEqual(ids(among));
    }
  });
});

describe('the parts of a group', () => {
  it.each(SHOWN_GROUPS)('follow each other without a gap: %s', async (name) => {
    const group = groupOf(name).filter(({ rank }) => !rank);
    expect(group.length).toBeGreaterThan(10);
    for (let at = 5; at < group.length; at += 5) {
      const last = group[at - 1];
      const part = await ask({
        size: 5,
        of_group: name,
        after_priority: last?.priority,
        after_moment: last?.created_at,
        after_id: last?.client_id,
      });
      expect(ids(part)).toEqual(ids(group.slice(at, at + 5)));
    }
  });
});

it('the counts add up to the groups', async () => {
  const counts = async (of: string | null) => {
    const [result] = await runAsCaller(database, callerOf(ann), [
      {
        text: 'select timeframe, due_on::text, is_dated, count from public.pending_counts($1)',
        values: [of],
      },
    ]);
    const bucket = z.object({
      timeframe: z.enum(TASK_TIMEFRAMES),
      due_on: z.nullable(z.string()),
      is_dated: z.boolean(),
      count: z.coerce.number(),
    });
    return z.array(bucket).parse(result?.rows);
  };
  for (const of of [null, project]) {
    const buckets = await counts(of);
    for (const name of SHOWN_GROUPS) {
      const sum = buckets
        .filter((bucket) => toShownGroup(bucket, days) === name)
        .reduce((total, { count }) => total + count, 0);
      expect(sum).toBe(groupOf(name).filter((task) => of === null || task.project_id === of).length);
    }
  }
});
