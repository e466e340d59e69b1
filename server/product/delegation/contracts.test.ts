import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPENT } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { createProductWorld, type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, createScriptedTool, hanging } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterAll(() => world.close());

const creditsSpent = async (userId: string): Promise<number> => {
  const [row] = await database.query<{ spent: number }>(
    'select coalesce(sum(spent), 0)::integer as spent from private.credit_balances where user_id = $1',
    [userId],
  );
  return row?.spent ?? 0;
};

test('a run has its contract from the start, beside its options, and its outcome at the end', async () => {
  world.tool.script = [answering('An answer.')];
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user), { wish: '- price' });
  expect(run).toMatchObject({ contract: { form: 'answer', language: 'en', points: ['price'] } });
  expect(run?.options).not.toHaveProperty('contract');
  expect(await world.reach(run?.id ?? '', 'succeeded')).toMatchObject({
    contract_outcome: { kept: true, words: 2, missed: [{ key: 'points_unchecked' }] },
  });
  expect(world.tool.inputs.at(-1)?.contract).toMatchObject({ form: 'answer' });
});

test('a tool that breaks its contract ends without a result, and costs nothing', async () => {
  const user = await makeUser(database);
  const tool = createScriptedTool('real', 'reasoning');
  tool.script = [answering('Done.')];
  const reasoning = createProductWorld(database, { tool, limits: { drain: 0 } });
  await reasoning.product.start();
  try {
    const { run } = await reasoning.delegate(user, await makeTask(database, user), {
      ai_task_type: 'reasoning',
    });
    const runId = run?.id ?? '';
    expect(await reasoning.reach(runId, 'failed')).toMatchObject({
      error_code: 'not_as_promised',
      contract_outcome: null,
      partial_text: '',
    });
    expect(await creditsSpent(user.id)).toBe(0);
    expect(await database.query('select id from public.ai_responses where run_id = $1', [runId])).toEqual([]);
  } finally {
    await reasoning.product.stop();
  }
});

test('one person gets no more than a few texts a day that break their contract, and others go on', async () => {
  const [user, other] = [await makeUser(database), await makeUser(database)];
  const tool = createScriptedTool('real', 'reasoning');
  tool.script = [answering('Done.')];
  const reasoning = createProductWorld(database, { tool, limits: { drain: 0 } });
  await reasoning.product.start();
  const ask = async (who: TestUser) =>
    reasoning.delegate(who, await makeTask(database, who), { ai_task_type: 'reasoning' });
  try {
    for (let n = 0; n < 21; n += 1) {
      const { run } = await ask(user);
      await reasoning.reach(run?.id ?? '', 'failed');
      await database.query('delete from public.tasks where id = $1', [run?.task_id]);
    }
    expect(await ask(user)).toMatchObject({ status: 429, code: 'over_budget', message: SPENT });
    expect(await creditsSpent(user.id)).toBe(0);
    expect(await ask(other)).toMatchObject({ status: 202 });
  } finally {
    await reasoning.product.stop();
  }
});

test('the database takes no end without a kept contract, and no other contract', async () => {
  const { runId } = await world.begin(hanging());
  const end = (outcome: object | null) =>
    database.query(
      `update public.ai_runs set status = 'succeeded', finished_at = now(), contract_outcome = $2::jsonb
       where id = $1`,
      [runId, outcome],
    );
  await expect(end(null)).rejects.toThrow(/keep_their_contract/);
  await expect(end({ kept: false })).rejects.toThrow(/keep_their_contract/);
  await expect(end({})).rejects.toThrow(/keep_their_contract/);
  const change = (sql: string) => database.query(`update public.ai_runs set ${sql} where id = $1`, [runId]);
  await expect(change(`contract = null`)).rejects.toThrow(/contract of a run is fixed/);
  await expect(change(`contract = contract || '{"cites": true}'`)).rejects.toThrow(
    /contract of a run is fixed/,
  );
  await end({ kept: true });
  await expect(change(`contract_outcome = '{"kept": true, "words": 9}'`)).rejects.toThrow(/is fixed/);
});

test('a run that is not of the demo cannot begin without a contract', async () => {
  const user = await makeUser(database);
  const task = await makeTask(database, user);
  const insert = (isDemo: boolean) =>
    database.query(
      `insert into public.ai_runs (user_id, task_id, ai_task_type, is_demo) values ($1, $2, 'answer', $3)`,
      [user.id, task, isDemo],
    );
  await expect(insert(false)).rejects.toThrow(/needs a contract/);
  await insert(true);
});

test('nor can one be inserted that has ended, unless it is marked as one from before contracts', async () => {
  const user = await makeUser(database);
  const task = await makeTask(database, user);
  const insert = (values: string) =>
    database.query(
      `insert into public.ai_runs (user_id, task_id, ai_task_type, status, finished_at, is_demo, contract_version,
         contract, contract_outcome)
       values ($1, $2, 'answer', 'succeeded', now(), ${values}) returning id`,
      [user.id, task],
    );
  await expect(insert(`false, default, null, '{"kept": true}'`)).rejects.toThrow(/needs a contract/);
  await expect(insert(`false, default, '{}', null`)).rejects.toThrow(/keep_their_contract/);
  await expect(insert(`false, default, '{}', '{"kept": false}'`)).rejects.toThrow(/keep_their_contract/);
  await expect(insert('false, null, null, null')).rejects.toThrow(/contract_version/);
  await insert(`false, default, '{}', '{"kept": true}'`);
  await insert('true, default, null, null');
  const [old] = await insert('false, 0, null, null');
  await expect(
    database.query('update public.ai_runs set contract_version = 1 where id = $1', [old?.id]),
  ).rejects.toThrow(/is fixed/);
});
