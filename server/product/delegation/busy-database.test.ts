import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Database, DatabaseError } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { losingAnswers } from '#tests/engines/wrapped/losing-answers.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { callsOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { answering, hanging } from '#tests/worlds/scripted-tool.ts';

let test: TestDatabase;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
});
afterEach(async () => {
  await world.product.stop();
  await assertInvariants(test.database);
});
afterAll(() => test.close());

async function startOn(database: Database): Promise<void> {
  world = createProductWorld(database, { limits: { drain: 0 } });
  await world.product.start();
}

/** A database that rejects the first statement containing `text` as overloaded. */
function refusingOnce(database: Database, text: string): { database: Database; refused: () => number } {
  let refused = 0;
  const query: Database['query'] = async (statement, values, options) => {
    if (refused > 0 || !statement.includes(text)) return database.query(statement, values, options);
    refused += 1;
    throw new DatabaseError('53300', 'too many requests wait for the database');
  };
  return { database: { ...database, query }, refused: () => refused };
}

it.each([
  ['puts a call on record', 'private.begin_provider_call'],
  ['reads what a run is about', 'from public.ai_runs r'],
  ['reads its journal', 'private.read_journal'],
])('that rejects whoever %s once ends no run, and no call is repeated', async (_who, text) => {
  const busy = refusingOnce(test.database, text);
  await startOn(busy.database);
  const { runId } = await world.begin(async (input, context) => {
    await context.journal.read('answer/1');
    return answering('Done')(input, context);
  });
  await world.reach(runId, 'succeeded');
  expect(busy.refused()).toBe(1);
  expect(await world.readRun(runId)).toMatchObject({ attempt: 1 });
  expect(await callsOf(test.database, runId)).toBe(1);
});

it('that loses the acknowledgement of a recorded call has it once, with its reserve', async () => {
  const lossy = losingAnswers(test.database, 'private.begin_provider_call');
  await startOn(lossy.database);
  const { runId } = await world.begin(answering('Done'));
  await world.reach(runId, 'succeeded');
  expect(lossy.lost()).toBe(1);
  expect(await callsOf(test.database, runId)).toBe(1);
});

it('is spared broadcasts of unfinished answers: copies of their text are read with the run', async () => {
  await startOn(test.database);
  const { runId } = await world.begin(hanging('So far so good'));
  await vi.waitFor(async () => expect((await world.readRun(runId))?.partial_text).toBe('So far so good'), {
    timeout: 60_000,
  });
  const news = await test.database.query(
    `select record ->> 'status' as status from realtime.changes
     where "table" = 'ai_runs' and record ->> 'id' = $1 order by id`,
    [runId],
  );
  expect(news).toEqual([{ status: 'queued' }, { status: 'running' }]);
});
