import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { createPageReader } from '#server/providers/page-reader/create-page-reader.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import { findScript } from '#simulators/ai/scripts/find-script.ts';
import type { Script } from '#simulators/ai/scripts/script.ts';
import { RESEARCH_PLAN } from '#simulators/ai/scripts/team.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { simulatedEffects } from '#tests/worlds/tool-attempt.ts';
import { hostsOf } from '#tests/worlds/web-hosts.ts';
import { createPriceList, type Price } from '../ai/models/prices.ts';
import { createResearchTool } from '../ai/tools/research/tool.ts';
import { DEFAULT_LIMITS } from '../limits.ts';

/** A research of six questions with two queries each, whose searches and models cost money. */

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let web: WebSimulator;
let pages: PageReader;
const worlds: ProductWorld[] = [];

const PLAN = {
  ...RESEARCH_PLAN,
  questions: [...RESEARCH_PLAN.questions, ...RESEARCH_PLAN.questions].map((each, at) => ({
    ...each,
    queries: [0, 1].map((more) => `${each.queries[0]}${' more'.repeat(more)}${at < 3 ? '' : ' again'}`),
    points: at < RESEARCH_PLAN.questions.length ? each.points : [],
  })),
};

const WIDE: Script = {
  model: 'wide',
  does: 'plans twelve searches, and is the honest team otherwise',
  async run(call) {
    if (call.request.response_format?.json_schema.name !== 'research_plan')
      return findScript('sim/team')?.(call);
    await call.reply.words(JSON.stringify(PLAN));
    await call.reply.end();
  },
};

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator({ scripts: [WIDE] });
  web = await startWebSimulator();
  pages = createPageReader({ about: 'https://errand.example/', internalHosts: hostsOf(web) });
});
beforeEach(() => database.query('delete from private.ai_spending'));
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.product.stop();
  await assertInvariants(database);
});
afterAll(async () => {
  await pages.close();
  await Promise.all([simulator.close(), web.close(), test.close()]);
});

/** Another engine at the router's price. */
function costly(usd: number): SearchEngine {
  const engine = createSearxngSearch({ url: web.url });
  return {
    ...engine,
    usd: () => 0.02,
    async search(query, options) {
      const { hits } = await engine.search(query, options);
      return { hits, usage: { promptTokens: 0, completionTokens: 0, cost: usd } };
    },
  };
}

async function research(search: SearchEngine, price: Price): Promise<{ world: ProductWorld; runId: string }> {
  const tool = createResearchTool(simulatedEffects(simulator, 'sim/wide', { search, pages }));
  const budgets = { ...DEFAULT_LIMITS.budgets, runUsd: 0.1, userDayUsd: 1, instanceDayUsd: 20 };
  const world = createProductWorld(database, {
    tools: [tool],
    limits: { drain: 0, budgets },
    prices: createPriceList(price),
  });
  worlds.push(world);
  await world.product.start();
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user), { ai_task_type: 'research' });
  return { world, runId: run?.id ?? '' };
}

const stepsOf = (runId: string, key: string): Promise<{ params: Record<string, unknown> }[]> =>
  database.query('select params from public.ai_run_events where run_id = $1 and key = $2', [runId, key]);

it('reads what the first paid searches found, and says what was not searched', async () => {
  const { world, runId } = await research(costly(0.02), { prompt: 1e-6, completion: 4e-6 });
  await expect.poll(async () => (await world.readRun(runId))?.status).toBe('succeeded');
  const [answer] = await database.query<{
    content: string;
    notices: { key: string; params: Record<string, unknown> }[];
  }>('select content, notices from public.ai_responses where run_id = $1', [runId]);
  expect(answer?.content).toContain('[1]');
  const searched = await stepsOf(runId, 'searched');
  const leftOut = (await stepsOf(runId, 'search_left_out')).map(({ params }) => params['query']);
  expect(searched.length).toBeGreaterThan(1);
  expect(searched.length + leftOut.length).toBe(12);
  const notice = answer?.notices.find(({ key }) => key === 'not_searched');
  // Two are tried at a time, so either may be recorded first.
  expect(new Set(z.array(z.string()).parse(notice?.params['queries']))).toEqual(new Set(leftOut));
});

it('with an expensive writer, reads pages one by one with what earlier ones have left', async () => {
  // 7,000 tokens at this price, thinking included, are 0.042 USD.
  const { world, runId } = await research(costly(0), { prompt: 1e-6, completion: 6e-6 });
  await expect.poll(async () => (await world.readRun(runId))?.status).toBe('succeeded');
  expect((await stepsOf(runId, 'read_page')).length).toBeGreaterThan(4);
  expect(await stepsOf(runId, 'page_not_read')).toEqual([]);
});
