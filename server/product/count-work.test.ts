import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createProductWorld } from '#tests/worlds/product-world.ts';
import { answering, createScriptedTool, failing, hanging } from '#tests/worlds/scripted-tool.ts';
import type { EndedRun, ProductCounters } from './count-work.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

function counting() {
  const counts = {
    runs: [] as EndedRun[],
    credits: [] as string[],
    calls: [] as string[],
    answers: [] as Parameters<ProductCounters['callAnswered']>[0][],
  };
  const counters: ProductCounters = {
    runEnded: (run) => counts.runs.push(run),
    creditMoved: (kind) => counts.credits.push(kind),
    callBegun: (model) => counts.calls.push(model),
    callAnswered: (answer) => counts.answers.push(answer),
  };
  return { counts, counters };
}

async function worldWith(tool = createScriptedTool()) {
  const { counts, counters } = counting();
  const world = createProductWorld(test.database, { counters, tool, limits: { retryDelay: 5, drain: 0 } });
  await world.product.start();
  return { counts, world };
}

it('counts how runs end, what they cost and what was given back', async () => {
  const { counts, world } = await worldWith();
  const answered = await world.begin(answering('An answer.'));
  await world.reach(answered.runId, 'succeeded');
  await vi.waitFor(() => expect(counts.runs).toHaveLength(1));
  expect(counts).toEqual({
    runs: [{ tool: 'answer', ending: 'succeeded' }],
    credits: ['debited'],
    calls: ['test/fast'],
    answers: [
      { model: 'test/fast', usage: { promptTokens: 90, completionTokens: 20, cost: 0.0001 }, usd: 0.0001 },
    ],
  });
  const failed = await world.begin(failing('refused'));
  await world.reach(failed.runId, 'failed');
  await vi.waitFor(() => expect(counts.runs).toHaveLength(2));
  expect(counts.runs[1]).toEqual({ tool: 'answer', ending: 'failed', code: 'refused' });

  const cancelled = await world.begin(hanging());
  await world.cancel(cancelled.user, cancelled.runId);
  expect(counts.runs[2]).toEqual({ tool: 'answer', ending: 'cancelled' });
  expect(counts.credits).toEqual(['debited', 'debited', 'refunded', 'debited', 'refunded']);
  expect(counts.answers).toHaveLength(1);
  await world.product.stop();
});

it('counts no credits for a demo', async () => {
  const { counts, world } = await worldWith(createScriptedTool('demo'));
  const { runId } = await world.begin(answering('A demo.'));
  await world.reach(runId, 'succeeded');
  await vi.waitFor(() => expect(counts.runs).toHaveLength(1));
  expect(counts.credits).toEqual([]);
  await world.product.stop();
});

it('knows for how long a run has waited that any worker could take up', async () => {
  // Not started, so that nobody takes it up.
  const world = createProductWorld(test.database);
  expect(await world.product.longestWait()).toBe(0);
  const { runId } = await world.begin(answering('Late.'));
  await test.database.query(
    "update private.run_leases set not_before = now() - interval '90 seconds' where run_id = $1",
    [runId],
  );
  expect(await world.product.longestWait()).toBeGreaterThanOrEqual(90);
  await test.database.query(
    "update private.run_leases set not_before = now() + interval '1 hour' where run_id = $1",
    [runId],
  );
  expect(await world.product.longestWait()).toBe(0);
});
