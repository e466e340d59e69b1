import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RunQuestion } from '#domain/run/questions.ts';
import { PAUSED, RUN_ERROR_MESSAGES } from '#domain/run/run-messages.ts';
import type { Database, Runner } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { answering, createScriptedTool, hanging, type ToolScript } from '#tests/worlds/scripted-tool.ts';
import { QuestionsRaised } from '../ai/tool.ts';
import { mailQuestion } from './mail-question.ts';

const QUESTIONS: readonly RunQuestion[] = [
  { id: 'q1', text: 'What for?', choices: ['Check-up', 'Toothache'], default: 'Check-up' },
  { id: 'q2', text: 'When?', choices: ['This week', 'Next week'], default: 'Next week' },
];
const SILENT = [
  { question: 'What for?', answer: 'Check-up', assumed: true },
  { question: 'When?', answer: 'Next week', assumed: true },
];

let test: TestDatabase;
let database: Database;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  world = createAskingWorld();
  await world.product.start();
});
afterEach(() => assertInvariants(database));
afterAll(async () => {
  await world.product.stop();
  await test.close();
});

/** Asks where it may, as a tool would whose model finds something missing. */
const asking: ToolScript = async (input, context) => {
  if (context.mayAsk) throw new QuestionsRaised(QUESTIONS);
  return answering('Done.')(input, context);
};

function createAskingWorld(script = asking): ProductWorld {
  const tool = Object.assign(createScriptedTool(), { asks: true as const, script: [script] });
  return createProductWorld(database, { tool, limits: { drain: 0, sweep: 50 } });
}

async function askedRun(user?: TestUser): Promise<{ user: TestUser; taskId: string; runId: string }> {
  const owner = user ?? (await makeUser(database));
  const taskId = await makeTask(database, owner);
  const { run } = await world.delegate(owner, taskId);
  const runId = run?.id ?? '';
  await world.reach(runId, 'waiting');
  return { user: owner, taskId, runId };
}

/** Moves the clock past the end of the wait. */
const passWait = (runId: string): Promise<unknown> =>
  Promise.all([
    database.query(`update public.ai_runs set waits_until = now() - interval '1 second' where id = $1`, [
      runId,
    ]),
    database.query(
      `update private.run_leases set not_before = now() - interval '1 second' where run_id = $1`,
      [runId],
    ),
  ]);

const answer = (user: TestUser, runId: string, answers: object) =>
  world.call('answer-run', user, { run_id: runId, answers });

const accepted = z.looseObject({ accepted: z.boolean() });

const givenTo = ({ tool }: ProductWorld): unknown => tool.inputs.at(-1)?.answers;

describe('a run that asks', () => {
  it('waits without a credit and without a worker, and begins with what was answered and what is assumed', async () => {
    const { user, runId } = await askedRun();
    expect(await world.readRun(runId)).toMatchObject({
      questions: QUESTIONS,
      answers: null,
      is_unpaid: true,
    });
    expect(await creditsUsed(database, user)).toBe(0);
    const due = await database.query('select id from private.due_runs(50, 100) as id where id = $1', [runId]);
    expect(due).toEqual([]);

    expect(await answer(user, runId, { q1: ' Toothache ' })).toMatchObject({ accepted: true });
    const run = await world.reach(runId, 'succeeded');
    const answers = [{ question: 'What for?', answer: 'Toothache', assumed: false }, SILENT[1]];
    expect(run).toMatchObject({ answers, is_unpaid: null });
    expect(givenTo(world)).toEqual(answers);
    expect(await creditsUsed(database, user)).toBe(1);
    const keys = await database.query('select key from public.ai_run_events where run_id = $1 order by seq', [
      runId,
    ]);
    expect(keys.map(({ key }) => key)).toEqual([
      'queued',
      'started',
      'asked',
      'answered',
      'started',
      'asked_model',
      'succeeded',
    ]);
  });

  it('takes the first of two answers at once, and tells the second device', async () => {
    const { user, runId } = await askedRun();
    const both = await Promise.all([
      answer(user, runId, { q1: 'Toothache' }),
      answer(user, runId, { q1: 'Check-up', q2: 'This week' }),
    ]);
    expect(both.filter((each) => accepted.parse(each).accepted)).toHaveLength(1);
    const { answers } = await world.reach(runId, 'succeeded');
    const first = both[0] && accepted.parse(both[0]).accepted ? 'Toothache' : 'Check-up';
    expect(answers?.[0]).toEqual({ question: 'What for?', answer: first, assumed: false });
    expect(await creditsUsed(database, user)).toBe(1);
    // A repeat whose first response was lost is no second device.
    const same = first === 'Toothache' ? { q1: 'Toothache' } : { q1: 'Check-up', q2: 'This week' };
    expect(await answer(user, runId, same)).toMatchObject({ accepted: true });
    expect(await answer(user, runId, { q1: 'Something else' })).toMatchObject({ accepted: false });
  });

  it('goes on with the defaults after the wait', async () => {
    const { user, runId } = await askedRun();
    await passWait(runId);
    const run = await world.reach(runId, 'succeeded');
    expect(run).toMatchObject({ answers: SILENT, is_unpaid: null });
    expect(givenTo(world)).toEqual(SILENT);
    expect(await creditsUsed(database, user)).toBe(1);
    expect(await answer(user, runId, { q1: 'Toothache' })).toMatchObject({ accepted: false });
  });

  it('has as much time for the work as without the wait', async () => {
    const { user, runId } = await askedRun();
    const minutes =
      'select round(extract(epoch from deadline - now()) / 60)::integer as left from private.run_leases';
    const left = async (runner: Runner): Promise<unknown> =>
      (await runner.query(`${minutes} where run_id = $1`, [runId]))[0]?.['left'];
    expect(await left(database)).toBe(20);
    const early = database.transaction(async (tx) => {
      await tx.query("select private.answer_run($1, $2, '{}', '')", [user.id, runId]);
      expect(await left(tx)).toBe(10);
      throw new Error('nobody answered');
    });
    await expect(early).rejects.toThrow('nobody answered');
    await world.cancel(user, runId);
  });
});

describe('a waiting run ends clearly', () => {
  it('when it is cancelled', async () => {
    const { user, runId } = await askedRun();
    expect(await world.cancel(user, runId)).toMatchObject({ run: { status: 'cancelled', is_unpaid: true } });
    expect(await answer(user, runId, {})).toMatchObject({ accepted: false });
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('when it is cancelled after its questions more than 20 times on one day, which pauses its owner', async () => {
    const user = await makeUser(database);
    for (let n = 0; n < 21; n += 1) {
      const { taskId, runId } = await askedRun(user);
      // Either way: a deleted task takes its run along.
      if (n % 2 === 0) await world.cancel(user, runId);
      else await database.query('delete from public.tasks where id = $1', [taskId]);
    }
    expect(await world.delegate(user, await makeTask(database, user))).toMatchObject({
      status: 429,
      code: 'over_budget',
      message: PAUSED,
    });
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('when its task is deleted, and stays so when that is restored', async () => {
    const { user, taskId, runId } = await askedRun();
    await database.query('delete from public.tasks where id = $1', [taskId]);
    expect(await answer(user, runId, {})).toMatchObject({ status: 404, code: 'not_found' });
    await database.transaction(async (tx) => {
      await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: user.id })]);
      await tx.query('select public.restore($1)', [taskId]);
    });
    expect(await world.readRun(runId)).toMatchObject({
      status: 'cancelled',
      questions: QUESTIONS,
      is_unpaid: true,
    });
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('when the last credit is spent meanwhile: at the answer, with what was typed, and at the end of the wait', async () => {
    const user = await makeUser(database, { credits: 2 });
    const [one, two] = [await askedRun(user), await askedRun(user)];
    for (const wish of ['A check-up', 'A filling']) {
      const { run: spending } = await world.delegate(user, await makeTask(database, user), { wish });
      await world.reach(spending?.id ?? '', 'succeeded');
    }

    const { run } = await answer(user, one.runId, { q1: 'Toothache' });
    const ended = {
      status: 'failed',
      error_code: 'no_credits',
      error_message: RUN_ERROR_MESSAGES.no_credits,
    };
    expect(run).toMatchObject({
      ...ended,
      answers: [{ answer: 'Toothache' }, { assumed: true }],
      is_unpaid: true,
    });
    await passWait(two.runId);
    expect(await world.reach(two.runId, 'failed')).toMatchObject({
      ...ended,
      answers: SILENT,
      is_unpaid: true,
    });
    expect(await creditsUsed(database, user)).toBe(2);
  });

  it('when its account is erased', async () => {
    const { user, runId } = await askedRun();
    await database.query('select private.erase_account($1)', [user.id]);
    expect(await world.readRun(runId)).toBeUndefined();
    expect(await database.query('select from private.run_leases where run_id = $1', [runId])).toEqual([]);
  });
});

it("refuses answers to another person's run, and to one that has asked nothing", async () => {
  const { user, runId } = await askedRun();
  const other = await makeUser(database);
  expect(await answer(other, runId, {})).toMatchObject({ status: 404 });
  expect(await answer(user, runId, { q1: 'x'.repeat(501) })).toMatchObject({ status: 400 });
  await world.cancel(user, runId);
});

it('survives the death of its worker: one that waits still waits, one that was about to ask asks', async () => {
  const waiting = await askedRun();
  const dying = createAskingWorld(hanging());
  await dying.product.start();
  const user = await makeUser(database);
  const { run } = await dying.delegate(user, await makeTask(database, user));
  const runId = run?.id ?? '';
  await dying.reach(runId, 'running');
  // Its lease runs out, as after a kill.
  await database.query(
    "update private.run_leases set lease_until = now() - interval '1 second' where run_id = $1",
    [runId],
  );
  await world.reach(runId, 'waiting');
  await dying.product.stop();
  expect(await world.readRun(waiting.runId)).toMatchObject({ status: 'waiting', attempt: 1 });
  for (const { user: owner, runId: id } of [waiting, { user, runId }]) {
    await answer(owner, id, {});
    await world.reach(id, 'succeeded');
    expect(await creditsUsed(database, owner)).toBe(1);
  }
});

describe('nothing is asked, and the credit is taken at once,', () => {
  const begun = async (user: TestUser, taskId: string, more: object = {}): Promise<void> => {
    const { run } = await world.delegate(user, taskId, more);
    expect(run).toMatchObject({ is_unpaid: null });
    expect(await world.reach(run?.id ?? '', 'succeeded')).toMatchObject({ questions: null });
    expect(await creditsUsed(database, user)).toBe(1);
  };

  it('where the person has said more than the title', async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)];
    await begun(user, await makeTask(database, user), { wish: 'A check-up' });
    const taskId = await makeTask(database, other);
    await database.query("update public.tasks set notes = 'A check-up' where id = $1", [taskId]);
    await begun(other, taskId);
  });

  it('where they want no questions', async () => {
    const user = await makeUser(database);
    await database.query('update public.user_settings set asks_first = false where user_id = $1', [user.id]);
    await begun(user, await makeTask(database, user));
  });
});

it('takes the credit of a run that could have asked but goes on', async () => {
  world.tool.script = [
    async (input, context) => {
      await context.mayAsk?.proceed();
      return answering('Done.')(input, context);
    },
  ];
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user));
  expect(run).toMatchObject({ is_unpaid: true });
  expect(await world.reach(run?.id ?? '', 'succeeded')).toMatchObject({ is_unpaid: null, answers: null });
  expect(await creditsUsed(database, user)).toBe(1);
  world.tool.script = [asking];
});

it('mails the owner about a question that still waits, once it is due', async () => {
  const { user, taskId, runId } = await askedRun();
  const [mail] = world.jobs.sent.filter(({ queue }) => queue === 'mail-question').slice(-1);
  expect(mail?.payload).toEqual({ run_id: runId });
  const told = vi.fn();
  const owners = { brandName: 'Errand', assertOwner: vi.fn(), tell: told };
  await mailQuestion({ database, owners }, runId);
  const letter = told.mock.calls[0]?.[0]({
    brandName: 'Errand',
    siteUrl: 'http://localhost',
    supportEmail: null,
  });
  expect(letter).toMatchObject({ to: user.email });
  expect(letter.text).toContain(`http://localhost/dashboard?task=${taskId}`);
  expect(letter.text).not.toContain('What for?');
  await answer(user, runId, {});
  await mailQuestion({ database, owners }, runId);
  expect(told).toHaveBeenCalledTimes(1);
  await world.reach(runId, 'succeeded');
});

it('begins no more runs without a credit than there are credits', async () => {
  const user = await makeUser(database, { credits: 2 });
  await Promise.all([askedRun(user), askedRun(user)]);
  const third = await makeTask(database, user);
  expect(await world.delegate(user, third)).toMatchObject({ status: 402, code: 'no_credits' });
  // One that needs no question isn't held up by those that wait.
  const { run } = await world.delegate(user, third, { wish: 'A check-up' });
  await world.reach(run?.id ?? '', 'succeeded');
});
