import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { testDatabase } from '#tests/engines/database.ts';
import { callerOf, makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, failing } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterAll(() => world.close());

async function as(user: TestUser, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [result] = await runAsCaller(database, callerOf(user), [{ text, values }]);
  return result?.rows ?? [];
}

/** Runs a task once, and returns the run as its owner sees it. */
async function run(user: TestUser, taskId: string, ending: 'succeeded' | 'failed' = 'succeeded') {
  world.tool.script = [ending === 'succeeded' ? answering('An answer.') : failing('refused')];
  const { run: begun } = await world.delegate(user, taskId);
  return world.reach(begun?.id ?? '', ending);
}

const MIGRATION = readFileSync(
  path.join(import.meta.dirname, '../../../database/product/0019_slips.sql'),
  'utf8',
);

/** The schema before that migration. Undone on a copy, because an empty database takes much longer to make. */
const BEFORE = `
  drop function private.number_slip() cascade;
  drop table private.slip_counters;
  drop policy "people open and fold their own slips" on public.ai_runs;
  alter table private.charged_runs drop column slip_number;
  alter table public.ai_runs drop column slip_number, drop column opened_at, drop column is_folded;
`;

/** A task whose answer was delivered on a day of November. Returns its id. */
async function delivered(on: Database, user: TestUser, day: number): Promise<string> {
  const task = await makeTask(on, user, { title: `Day ${day}` });
  await on.query(
    `insert into public.ai_runs (user_id, task_id, ai_task_type, contract)
     values ($1, $2, 'answer', '{}')`,
    [user.id, task],
  );
  await on.query(
    `update public.ai_runs set status = 'succeeded', finished_at = date '2026-11-01' + $2::integer,
       contract_outcome = '{"kept": true}'
     where task_id = $1`,
    [task, day],
  );
  return task;
}

const numbersOf = async (user: TestUser) =>
  (await as(user, 'select slip_number from public.ai_runs order by created_at')).map(
    (row) => row.slip_number,
  );

describe('the number of a slip', () => {
  it('counts the delivered answers of each person, without a gap for a failure', async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const task = await makeTask(database, ann);
    await run(ann, task);
    await run(ann, task, 'failed');
    await run(bob, await makeTask(database, bob));
    await run(ann, task);
    expect(await numbersOf(ann)).toEqual([1, null, 2]);
    expect(await numbersOf(bob)).toEqual([1]);
  });

  it('stays with its answer in the trash, and is not given again once it is deleted for good', async () => {
    const user = await makeUser(database);
    const [kept, lost] = [await makeTask(database, user), await makeTask(database, user)];
    await run(user, kept);
    await run(user, lost);
    await as(user, 'delete from public.tasks');
    await as(user, 'delete from public.trash where id = $1', [lost]);
    await as(user, 'select public.restore($1)', [kept]);
    await run(user, kept);
    expect(await numbersOf(user)).toEqual([1, 3]);
    const history = await as(user, "select slip_number from public.credit_history() where kind = 'debit'");
    expect(history.map((row) => row.slip_number)).toEqual([3, 2, 1]);
  });

  it('is given to older answers in their order, also in the trash', async () => {
    const old = await testDatabase();
    try {
      await old.database.exec(BEFORE);
      const [ann, bob] = [await makeUser(old.database), await makeUser(old.database)];
      const deliver = (user: TestUser, day: number) => delivered(old.database, user, day);
      await deliver(ann, 3);
      const trashed = await deliver(ann, 1);
      await deliver(bob, 2);
      await old.database.query('delete from public.tasks where id = $1', [trashed]);

      await old.database.transaction((tx) => tx.exec(MIGRATION));
      await runAsCaller(old.database, callerOf(ann), [
        { text: 'select public.restore($1)', values: [trashed] },
      ]);
      await deliver(ann, 5);
      const rows = await old.database.query(
        `select t.title, r.slip_number, c.slip_number as charged from public.ai_runs r
         join public.tasks t on t.id = r.task_id join private.charged_runs c on c.run_id = r.id
         where r.user_id = $1 order by t.title`,
        [ann.id],
      );
      expect(rows).toEqual([
        { title: 'Day 1', slip_number: 1, charged: 1 },
        { title: 'Day 3', slip_number: 2, charged: 2 },
        { title: 'Day 5', slip_number: 3, charged: 3 },
      ]);
    } finally {
      await old.close();
    }
  });
});

describe('a slip', () => {
  it('is opened and folded by its owner only, who can change nothing else of the run', async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const { id } = await run(ann, await makeTask(database, ann));
    const fold = 'update public.ai_runs set is_folded = false, opened_at = now() where id = $1 returning id';
    expect(await as(bob, fold, [id])).toEqual([]);
    expect(await as(ann, fold, [id])).toEqual([{ id }]);
    expect(await as(ann, 'select is_folded, opened_at is null as unread from public.ai_runs')).toEqual([
      { is_folded: false, unread: false },
    ]);
    await expect(
      as(ann, 'update public.ai_runs set slip_number = 9 where id = $1', [id]),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
