import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { simulatedEffects } from '#tests/worlds/tool-attempt.ts';
import type { Tool } from '../ai/tool.ts';
import { createAnswerTool } from '../ai/tools/answer/tool.ts';
import { createImageTool } from '../ai/tools/create-image/tool.ts';
import { createDataAnalysisTool } from '../ai/tools/data-analysis/tool.ts';
import { createDocSummaryTool } from '../ai/tools/doc-summary/tool.ts';
import { createImageEditTool } from '../ai/tools/image-edit/tool.ts';
import { createReasoningTool } from '../ai/tools/reasoning/tool.ts';
import { createResearchTool } from '../ai/tools/research/tool.ts';
import { createWebSearchTool } from '../ai/tools/web-search/tool.ts';

/** Refunds work the same for all tools, whatever they call and how often. */

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator();
});
afterEach(async () => {
  await world.product.stop();
  await assertInvariants(database);
});
afterAll(async () => {
  await simulator.close();
  await test.close();
});

function toolsOf(fault: string): Tool[] {
  const { url: baseUrl, apiKey } = simulator;
  const model = `sim/${fault}`;
  const effects = simulatedEffects(simulator, model);
  const fileWork = createTestFileWork({ limit: 50_000 });
  const text = { textModel: effects.textModel, model };
  const image = {
    imageModel: createOpenAiImageModel({ baseUrl, apiKey, log: silentLog }),
    model: `sim/image-${fault}`,
    fileWork,
  };
  return [
    createAnswerTool(text),
    createReasoningTool(text),
    createWebSearchTool(effects),
    createResearchTool(effects),
    createDocSummaryTool({ effects, fileWork }),
    createDataAnalysisTool({ effects, fileWork }),
    createImageTool(image),
    createImageEditTool(image),
  ];
}

/** The file that a tool needs. */
const FILES: Partial<
  Record<AiTaskType, () => { name: string; bytes: Buffer } | Promise<{ name: string; bytes: Buffer }>>
> = {
  doc_summary: () => ({
    name: 'a.pdf',
    bytes: makePdf(['The monthly rent is 1240 euros, heating not included.']),
  }),
  data_analysis: () => ({ name: 'a.csv', bytes: Buffer.from('name,n\na,1\nb,2\n') }),
  image_edit: async () => ({ name: 'a.png', bytes: await makePicture() }),
};

async function begin(user: TestUser, type: AiTaskType): Promise<string> {
  const file = await FILES[type]?.();
  const attachments = file ? [await attachFile(database, world.files, user, file)] : [];
  const answer = await world.delegate(user, await makeTask(database, user), {
    ai_task_type: type,
    attachments,
  });
  expect(answer, type).toMatchObject({ status: 202 });
  return answer.run?.id ?? '';
}

it.each(['fail-401', 'fail-500', 'cut'])('%s ends each of the eight with one refund', async (fault) => {
  const limits = { drain: 0, retryDelay: 5 };
  world = createProductWorld(database, { tools: toolsOf(fault), limits });
  await world.product.start();
  const user = await makeUser(database, { credits: AI_TASK_TYPES.length });
  const runs = await Promise.all(AI_TASK_TYPES.map((type) => begin(user, type)));
  expect(runs).toHaveLength(8);
  await vi.waitFor(
    async () => {
      const open = "select from public.ai_runs where user_id = $1 and status in ('queued', 'running')";
      expect(await database.query(open, [user.id])).toEqual([]);
    },
    { timeout: 100_000, interval: 100 },
  );
  const ended = await database.query<{ status: string; entries: string[] }>(
    `select r.status, array(
       select e.kind::text from public.credit_entries e where e.run_id = r.id order by e.created_at, e.kind) as entries
     from public.ai_runs r where r.user_id = $1`,
    [user.id],
  );
  expect(ended).toEqual(runs.map(() => ({ status: 'failed', entries: ['debit', 'refund'] })));
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 8, credits_used: 0 });
  const asked = await database.query<{ calls: number }>(
    'select count(*)::int as calls from private.provider_calls where user_id = $1 group by run_id, action',
    [user.id],
  );
  expect(asked.length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...asked.map(({ calls }) => calls))).toBe(fault === 'fail-401' ? 1 : 4);
});
