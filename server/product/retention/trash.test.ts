import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import {
  callerOf,
  makeProject,
  makeTask,
  makeTasks,
  makeUser,
  type TestUser,
} from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

async function as(user: TestUser, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [result] = await runAsCaller(database, callerOf(user), [{ text, values }]);
  return result?.rows ?? [];
}

const remove = (user: TestUser, table: 'tasks' | 'projects', id: string) =>
  as(user, `delete from public.${table} where id = $1 returning id`, [id]);
const restore = async (user: TestUser, id: string) =>
  (await as(user, 'select public.restore($1) as kind', [id]))[0]?.kind;
const taskOf = async (user: TestUser, id: string) =>
  (await as(user, 'select * from public.tasks where id = $1', [id]))[0];
const trashOf = (user: TestUser) =>
  as(user, 'select id, kind, title from public.trash order by deleted_at, id');

/** Everything that belongs to a task, as its owner sees it. */
async function allOf(user: TestUser, taskId: string): Promise<unknown> {
  return {
    task: await taskOf(user, taskId),
    runs: await as(user, 'select * from public.ai_runs where task_id = $1 order by created_at', [taskId]),
    events: await as(user, 'select * from public.ai_run_events where task_id = $1 order by run_id, seq', [
      taskId,
    ]),
    responses: await as(user, 'select * from public.ai_responses where task_id = $1 order by created_at', [
      taskId,
    ]),
  };
}

async function answeredTask(user: TestUser): Promise<string> {
  const taskId = await makeTask(database, user, { title: 'With answers', completed: true });
  await as(user, 'update public.tasks set notes = $2 where id = $1', [taskId, 'By *Friday*']);
  world.tool.script = [answering('One'), answering('Two')];
  const first = await world.delegate(user, taskId, { wish: 'For four people' });
  await world.reach(first.run?.id ?? '', 'succeeded');
  const second = await world.delegate(user, taskId, { parent_run_id: first.run?.id, instruction: 'Again' });
  await world.reach(second.run?.id ?? '', 'succeeded');
  return taskId;
}

describe('a deleted task', () => {
  it('returns like any deletion, leaves the list and is in the trash', async () => {
    const user = await makeUser(database);
    const id = await makeTask(database, user, { title: 'Old letters' });
    expect(await remove(user, 'tasks', id)).toEqual([{ id }]);
    expect(await taskOf(user, id)).toBeUndefined();
    expect(await trashOf(user)).toEqual([{ id, kind: 'task', title: 'Old letters' }]);
  });

  it('is restored exactly as it was, with its runs, their trails and answers', async () => {
    const user = await makeUser(database);
    const id = await answeredTask(user);
    const before = await allOf(user, id);
    await remove(user, 'tasks', id);
    expect(await as(user, 'select from public.ai_responses where task_id = $1', [id])).toEqual([]);
    expect(await restore(user, id)).toBe('task');
    expect(await allOf(user, id)).toEqual(before);
    expect(await trashOf(user)).toEqual([]);
  });

  it('is restored although it was deleted before tasks had notes', async () => {
    const user = await makeUser(database);
    const id = await makeTask(database, user, { title: 'Of before' });
    await remove(user, 'tasks', id);
    await database.query(
      `update private.trash_contents set content = content #- '{task,notes}' #- '{task,has_notes}' where trash_id = $1`,
      [id],
    );
    await restore(user, id);
    expect(await taskOf(user, id)).toMatchObject({ notes: '', has_notes: false });
  });

  it('is restored although its runs have no contract, if it was deleted before they needed one', async () => {
    const user = await makeUser(database);
    const id = await answeredTask(user);
    await remove(user, 'tasks', id);
    const without = (path: string) =>
      database.query(
        'update private.trash_contents set content = content #- $2::text[] where trash_id = $1',
        [id, path],
      );
    await without('{runs,0,contract}');
    await expect(restore(user, id)).rejects.toThrow(/needs a contract/);
    await without('{runs,0,contract_version}');
    expect(await restore(user, id)).toBe('task');
    const runs = await as(user, 'select contract_version from public.ai_runs order by created_at');
    expect(runs).toEqual([{ contract_version: 0 }, { contract_version: 1 }]);
  });

  it('can be deleted and restored repeatedly', async () => {
    const user = await makeUser(database);
    const id = await answeredTask(user);
    const before = await allOf(user, id);
    for (let round = 0; round < 3; round += 1) {
      await remove(user, 'tasks', id);
      await restore(user, id);
    }
    expect(await allOf(user, id)).toEqual(before);
  });

  it('is restored without its client id if the same new task was sent again in the meantime', async () => {
    const user = await makeUser(database);
    const clientId = randomUUID();
    const insert = 'insert into public.tasks (title, client_id) values ($1, $2) returning id';
    const [row] = await as(user, insert, ['Twice', clientId]);
    const first = String(row?.id);
    await remove(user, 'tasks', first);
    await as(user, insert, ['Twice', clientId]);
    expect(await restore(user, first)).toBe('task');
    expect(await taskOf(user, first)).toMatchObject({ client_id: null });
  });
});

describe('a deleted project', () => {
  it('releases its tasks, and has them again when restored', async () => {
    const user = await makeUser(database);
    const project = await makeProject(database, user, { name: 'House' });
    const [stays, moves] = [
      await makeTask(database, user, { projectId: project }),
      await makeTask(database, user, { projectId: project }),
    ];
    await remove(user, 'projects', project);
    expect(await taskOf(user, stays)).toMatchObject({ project_id: null });
    const other = await makeProject(database, user);
    await as(user, 'update public.tasks set project_id = $2 where id = $1', [moves, other]);

    expect(await restore(user, project)).toBe('project');
    expect(await taskOf(user, stays)).toMatchObject({ project_id: project });
    expect(await taskOf(user, moves)).toMatchObject({ project_id: other });
  });

  it.each([
    ['the task first', ['task', 'project'], ['task', 'project']],
    ['the task first', ['task', 'project'], ['project', 'task']],
    ['the project first', ['project', 'task'], ['task', 'project']],
    ['the project first', ['project', 'task'], ['project', 'task']],
  ])(
    'deleted with its task (%s: %j) is reunited with it, whichever returns first (%j)',
    async (_case, gone, back) => {
      const user = await makeUser(database);
      const project = await makeProject(database, user);
      const task = await makeTask(database, user, { projectId: project });
      for (const kind of gone)
        await (kind === 'task' ? remove(user, 'tasks', task) : remove(user, 'projects', project));
      for (const kind of back) await restore(user, kind === 'task' ? task : project);
      expect(await taskOf(user, task)).toMatchObject({ project_id: project });
    },
  );

  it('deleted for good does not keep a task or its runs from returning', async () => {
    const user = await makeUser(database);
    const project = await makeProject(database, user);
    const task = await makeTask(database, user, { projectId: project });
    world.tool.script = [answering('One')];
    const { run } = await world.delegate(user, task);
    await world.reach(run?.id ?? '', 'succeeded');
    await remove(user, 'tasks', task);
    await remove(user, 'projects', project);
    await as(user, 'delete from public.trash where id = $1', [project]);
    expect(await restore(user, task)).toBe('task');
    expect(await taskOf(user, task)).toMatchObject({ project_id: null });
    expect(await world.readRun(run?.id ?? '')).toMatchObject({ project_id: null, status: 'succeeded' });
  });
});

describe('restoring', () => {
  it("fails with the same message for another's item as for one that does not exist", async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const id = await makeTask(database, ann);
    await remove(ann, 'tasks', id);
    const refusals = await Promise.allSettled([restore(bob, id), restore(bob, randomUUID())]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ reason: { code: 'PT404', message: 'There is nothing to restore.' } });
    }
    expect(await trashOf(bob)).toEqual([]);
    expect(await restore(ann, id)).toBe('task');
  });

  it('twice in parallel creates one task', async () => {
    const user = await makeUser(database);
    const id = await makeTask(database, user);
    await remove(user, 'tasks', id);
    const results = await Promise.allSettled([restore(user, id), restore(user, id)]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await taskOf(user, id)).toBeDefined();
  });
});

describe('the nightly job', () => {
  it('moves the oldest completed tasks beyond a hundred to the trash, and no pending one', async () => {
    const user = await makeUser(database);
    const ids = await makeTasks(database, user, 105);
    await makeTasks(database, user, 3);
    await database.query(
      `update public.tasks t set is_completed = true, completed_at = now() - o.place * interval '1 day'
       from unnest($1::uuid[]) with ordinality as o (id, place) where t.id = o.id`,
      [ids],
    );
    await world.jobs.runScheduled('trash-oldest-completed');
    const [left] = await as(
      user,
      'select count(*) filter (where is_completed) as done, count(*) as all from public.tasks',
    );
    expect(left).toEqual({ done: 100, all: 103 });
    expect(new Set((await trashOf(user)).map((item) => item.id))).toEqual(new Set(ids.slice(100)));
  });

  it('does so too for somebody who has no row of settings', async () => {
    const user = await makeUser(database);
    await makeTasks(database, user, 101);
    await as(user, 'update public.tasks set is_completed = true');
    await database.query('delete from public.user_settings where user_id = $1', [user.id]);
    await world.jobs.runScheduled('trash-oldest-completed');
    expect(await trashOf(user)).toHaveLength(1);
  });

  it('leaves the list alone if its owner has disabled it', async () => {
    const user = await makeUser(database);
    await as(user, 'update public.user_settings set remove_oldest_completed = false where user_id = $1', [
      user.id,
    ]);
    await makeTasks(database, user, 101);
    await as(user, 'update public.tasks set is_completed = true');
    await world.jobs.runScheduled('trash-oldest-completed');
    expect(await trashOf(user)).toEqual([]);
  });

  it('permanently deletes what has been in the trash for thirty days', async () => {
    const user = await makeUser(database);
    const [old, young] = [await makeTask(database, user), await makeTask(database, user)];
    for (const id of [old, young]) await remove(user, 'tasks', id);
    const age = "update public.trash set deleted_at = now() - $2 * interval '1 hour' where id = $1";
    await database.query(age, [old, 30 * 24 + 1]);
    await database.query(age, [young, 30 * 24 - 1]);
    await world.jobs.runScheduled('purge-records');
    expect((await trashOf(user)).map((item) => item.id)).toEqual([young]);
    expect(await database.query('select from private.trash_contents where trash_id = $1', [old])).toEqual([]);
  });
});
