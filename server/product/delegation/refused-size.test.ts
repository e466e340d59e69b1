import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { createImageTool } from '../ai/tools/create-image/tool.ts';
import { DEFAULT_LIMITS } from '../limits.ts';

/** A picture whose model refuses the first size, with the accounting of its run. */

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator();
  const { url: baseUrl, apiKey } = simulator;
  const imageModel = createOpenAiImageModel({ baseUrl, apiKey, log: silentLog });
  const model = 'sim/image-three-sizes-unnamed';
  const tool = createImageTool({ imageModel, model, fileWork: createTestFileWork() });
  // Enough to reserve one call, not two.
  const budgets = { ...DEFAULT_LIMITS.budgets, runUsd: 0.03 };
  world = createProductWorld(database, { tools: [tool], limits: { drain: 0, budgets } });
  await world.product.start();
});
afterAll(async () => {
  await world.product.stop();
  await assertInvariants(database);
  await Promise.all([simulator.close(), test.close()]);
});

it('costs one credit, and nobody pays for the refused call', async () => {
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user), {
    ai_task_type: 'create_image',
    image: { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: '16:9' },
  });
  const runId = run?.id ?? '';
  await world.reach(runId, 'succeeded');
  const calls = await database.query<{ cost: string }>(
    'select cost from private.provider_calls where run_id = $1 order by id',
    [runId],
  );
  expect(calls.map(({ cost }) => Number(cost))).toEqual([0, 0.011]);
  expect(await creditsUsed(database, user)).toBe(1);
  const [answer] = await database.query<{ files: { width: number; height: number }[] }>(
    'select files from public.ai_responses where run_id = $1',
    [runId],
  );
  expect(answer?.files).toMatchObject([{ width: 1792, height: 1024 }]);
});
