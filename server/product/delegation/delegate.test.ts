import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAUSED, TOO_MANY } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeProject, makeTask, makeTasks, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { runsOf } from '#tests/fixtures/run-records.ts';
import { countAnswers, createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createScriptedTool } from '#tests/worlds/scripted-tool.ts';

let test: TestDatabase;
let database: Database;
/** Never started: its runs stay queued. */
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  world = createProductWorld(database);
});
afterEach(() => assertInvariants(database));
afterAll(() => test.close());

describe('an accepted delegation', () => {
  it('answers 202 with a queued run, takes one credit, marks the task and sends one job', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const { status, run } = await world.delegate(user, task, { language: 'de' });
    expect(status).toBe(202);
    expect(run).toMatchObject({
      task_id: task,
      ai_task_type: 'answer',
      language: 'de',
      status: 'queued',
      is_demo: false,
    });
    expect(await creditsOf(database, user)).toEqual({ credits_used: 1, credits_limit: 15 });
    expect(
      await database.query('select ai_assisted, ai_task_type from public.tasks where id = $1', [task]),
    ).toEqual([{ ai_assisted: true, ai_task_type: 'answer' }]);
    expect(
      world.jobs.sent.filter(({ payload }) => JSON.stringify(payload).includes(run?.id ?? '?')),
    ).toHaveLength(1);
  });

  it('does nothing at all if its job cannot be queued', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const broken = createProductWorld(database);
    broken.jobs.send = () => Promise.reject(new Error('no queue'));
    await expect(broken.delegate(user, task)).rejects.toThrow('no queue');
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
    expect(await runsOf(database, user)).toBe(0);
    expect(await database.query('select ai_assisted from public.tasks where id = $1', [task])).toEqual([
      { ai_assisted: false },
    ]);
  });

  it('moves the task into the chosen project', async () => {
    const user = await makeUser(database);
    const [task, project] = [await makeTask(database, user), await makeProject(database, user)];
    const { run } = await world.delegate(user, task, { project_id: project });
    expect(run?.project_id).toBe(project);
    expect(await database.query('select project_id from public.tasks where id = $1', [task])).toEqual([
      { project_id: project },
    ]);
  });

  it("uses the task's own project as context if none is named, and none if null is", async () => {
    const user = await makeUser(database);
    const project = await makeProject(database, user);
    const [own, none] = [
      await makeTask(database, user, { projectId: project }),
      await makeTask(database, user, { projectId: project }),
    ];
    expect((await world.delegate(user, own)).run?.project_id).toBe(project);
    expect((await world.delegate(user, none, { project_id: null })).run?.project_id).toBeNull();
    const [task] = await database.query('select project_id from public.tasks where id = $1', [none]);
    expect(task).toEqual({ project_id: project });
  });

  it('in a demo is free: at 0 credits, without a ledger entry', async () => {
    const user = await makeUser(database, { credits: 0 });
    const demo = createProductWorld(database, { tool: createScriptedTool('demo') });
    const { status, run } = await demo.delegate(user, await makeTask(database, user));
    expect({ status, is_demo: run?.is_demo }).toEqual({ status: 202, is_demo: true });
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
  });
});

describe('a delegation is refused', () => {
  it('with the specified message if no credit is left', async () => {
    const user = await makeUser(database, { credits: 0 });
    expect(await world.delegate(user, await makeTask(database, user))).toEqual({
      status: 402,
      code: 'no_credits',
      message: 'You have used all your available credits for this month',
    });
  });

  it('while a run of the task is live, and not after it', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const { run } = await world.delegate(user, task);
    expect(await world.delegate(user, task)).toMatchObject({ status: 409, code: 'already_running' });
    await world.cancel(user, run?.id ?? '');
    expect(await world.delegate(user, task)).toMatchObject({ status: 202 });
  });

  it("with the same message for another's task, project or run as for one that does not exist", async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const [annsTask, annsProject] = [await makeTask(database, ann), await makeProject(database, ann)];
    const annsRun = (await world.delegate(ann, annsTask)).run?.id;
    const task = await makeTask(database, bob);
    const pairs: readonly [unknown, unknown][] = [
      [await world.delegate(bob, annsTask), await world.delegate(bob, randomUUID())],
      [
        await world.delegate(bob, task, { project_id: annsProject }),
        await world.delegate(bob, task, { project_id: randomUUID() }),
      ],
      [
        await world.delegate(bob, task, { parent_run_id: annsRun }),
        await world.delegate(bob, task, { parent_run_id: randomUUID() }),
      ],
      [await world.cancel(bob, annsRun ?? ''), await world.cancel(bob, randomUUID())],
    ];
    for (const [foreign, missing] of pairs) {
      expect(foreign).toEqual(missing);
      expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await runsOf(database, bob)).toBe(0);
  });

  it('to a user without a verified address, phone or social account', async () => {
    const user = await makeUser(database, { confirmed: false });
    const task = await makeTask(database, user);
    expect(await world.delegate(user, task)).toMatchObject({ status: 403, code: 'unverified' });
    await database.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'github', $2, '{}')`,
      [user.id, user.id],
    );
    expect(await world.delegate(user, task)).toMatchObject({ status: 202 });
  });

  it('to an account without a profile', async () => {
    const user = await makeUser(database, { terms: false });
    const task = await makeTask(database, user);
    expect(await world.delegate(user, task)).toMatchObject({ status: 403, code: 'profile_required' });
  });

  it.each([
    ['an unknown type', { ai_task_type: 'poem' }, 400, 'invalid_input'],
    ['an unknown language', { language: 'xx' }, 400, 'invalid_input'],
    ['a misspelt option', { langauge: 'de' }, 400, 'invalid_input'],
    ['image options for a text', { image: { format: 'png' } }, 400, 'invalid_input'],
    ['a tool that is not there', { ai_task_type: 'research' }, 503, 'tool_unavailable'],
    ['files that the tool does not read', { attachments: ['a/b.csv'] }, 422, 'unusable_file'],
  ])('for %s', async (_case, more, status, code) => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    expect(await world.delegate(user, task, more)).toMatchObject({ status, code });
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
  });

  it('for a tool whose provider currently refuses everything, until that is fixed', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    let isBroken = true;
    const tool = { ...createScriptedTool(), lacks: () => (isBroken ? ('repair' as const) : null) };
    const broken = createProductWorld(database, { tools: [tool] });
    expect(await broken.delegate(user, task)).toMatchObject({ status: 503, code: 'tool_unavailable' });
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
    isBroken = false;
    expect(await broken.delegate(user, task)).toMatchObject({ status: 202 });
  });

  it('after more than 20 cancelled runs on one day, until the next', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    for (let n = 0; n < 21; n += 1) {
      const { status, run } = await world.delegate(user, task);
      expect(status).toBe(202);
      await world.cancel(user, run?.id ?? '');
    }
    expect(await world.delegate(user, task)).toMatchObject({
      status: 429,
      code: 'over_budget',
      message: PAUSED,
    });
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
  });

  it('beyond a number per minute, also for parallel requests, without affecting other users', async () => {
    const strict = createProductWorld(database, { limits: { delegations: { limit: 5, seconds: 60 } } });
    const [user, other] = [await makeUser(database), await makeUser(database)];
    const tasks = await makeTasks(database, user, 9);
    const answers = await Promise.all(tasks.map((task) => strict.delegate(user, task)));
    expect(countAnswers(answers)).toEqual({ 202: 5, '429 over_budget': 4 });
    expect(answers.find(({ status }) => status === 429)?.message).toBe(TOO_MANY);
    expect(await strict.delegate(other, await makeTask(database, other))).toMatchObject({ status: 202 });
  });
});
