import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { createPageReader } from '#server/providers/page-reader/create-page-reader.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import { createRouterSearch } from '#server/providers/search/router.ts';
import type { TextModel, TextRequest } from '#server/providers/text-model/text-model.ts';
import { textOf } from '#simulators/ai/chat-request.ts';
import { findScript } from '#simulators/ai/scripts/find-script.ts';
import type { Script } from '#simulators/ai/scripts/script.ts';
import { RESEARCH_PLAN, write } from '#simulators/ai/scripts/team.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { TYRE_PAGES } from '#simulators/web/tyre-pages.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { connectTo } from '#tests/worlds/ask-simulator.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { simulatedEffects } from '#tests/worlds/tool-attempt.ts';
import { hostsOf } from '#tests/worlds/web-hosts.ts';
import { checkerFor, chooseModels } from '../ai/models/choose-models.ts';
import { estimateTokens } from '../ai/models/estimate-tokens.ts';
import { createPriceList } from '../ai/models/prices.ts';
import { createResearchTool } from '../ai/tools/research/tool.ts';
import { DEFAULT_LIMITS, RUN_BUDGETS } from '../limits.ts';

/** The widest research that can be planned, with the default models at their prices and the router's search. */

const MODELS = chooseModels({ baseUrl: 'https://openrouter.ai/api/v1' });
const { research: model, reading } = MODELS;
const checker = checkerFor(MODELS, model ?? '');

/** USD per token, as listed on 2026-11-23; for the quick model from 2027-01-01. */
const PRICES = new Map([
  ['openai/gpt-6-luna', { prompt: 0.1e-6, completion: 0.5e-6 }],
  ['google/gemini-3.8-flash', { prompt: 1.5e-6, completion: 7.5e-6 }],
  ['google/gemini-3.1-flash-lite', { prompt: 0.25e-6, completion: 1.5e-6 }],
]);

/** Six questions with two queries each. */
const PLAN = {
  ...RESEARCH_PLAN,
  questions: [...RESEARCH_PLAN.questions, ...RESEARCH_PLAN.questions].map((each, at) => ({
    ...each,
    queries: [0, 1].map((more) => `${each.queries[0]} ${at} ${more}`),
    points: at < RESEARCH_PLAN.questions.length ? each.points : [],
  })),
};

const WIDE: Script = {
  model: 'wide',
  does: 'plans twelve searches, writes each finding twice, and is the honest team otherwise',
  async run(call) {
    if (call.request.response_format === undefined) {
      // Some twenty statements: two calls of a second reader would be nearly twice as dear.
      const text = write(call.request.messages.map(textOf).join('\n'), 'honest');
      await call.reply.words(`${text} ${text}`);
      return call.reply.end();
    }
    if (call.request.response_format?.json_schema.name !== 'research_plan')
      return findScript('sim/team')?.(call);
    await call.reply.words(JSON.stringify(PLAN));
    await call.reply.end();
  },
};

/** Tokens of each answer, including thinking. The caps without thinking are 1,500, 1,200 and 4,000. */
const WRITTEN = {
  research_plan: 2_500,
  more_queries: 1_000,
  claims: 1_100,
  verdicts: 130,
  text: 5_000,
} as const;

function written({ shape }: TextRequest): number {
  return (shape && Object.entries(WRITTEN).find(([name]) => name === shape.name)?.[1]) ?? WRITTEN.text;
}

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let web: WebSimulator;
let pages: PageReader;
let world: ProductWorld | null = null;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator({
    scripts: [WIDE],
    aliases: { [`${model}`]: 'sim/wide', [`${checker}`]: 'sim/team' },
  });
  web = await startWebSimulator();
  // Time enough on a busy machine: this is about money.
  pages = createPageReader({ about: 'https://errand.example/', internalHosts: hostsOf(web), limit: 120_000 });
});
beforeEach(() => database.query('delete from private.ai_spending'));
afterEach(async () => {
  await world?.product.stop();
  await assertInvariants(database);
});
afterAll(async () => {
  await pages.close();
  await Promise.all([simulator.close(), web.close(), test.close()]);
});

/** The simulator's answers with realistic token counts, and ten pages per search. */
function asReal(simulated: TextModel): TextModel {
  let searches = 0;
  return {
    ...simulated,
    async complete(request, options) {
      const prompt = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      const { webSearch, ...asked } = request;
      // Text written while searching is discarded.
      const simulatedModel = webSearch ? 'sim/fast' : request.model;
      const result = await simulated.complete({ ...asked, model: simulatedModel }, options);
      if (!webSearch) {
        return {
          ...result,
          usage: { promptTokens: prompt, completionTokens: written(request), cost: null },
        };
      }
      searches += 1;
      const citations = Array.from({ length: webSearch.maxResults }, (_page, at) => ({
        url: `https://site-${searches}-${at}.example/page`,
        title: `Page ${at}`,
        excerpt: '',
      }));
      const tokens = { promptTokens: 5_500, completionTokens: 500 };
      const cost = 0.005 + prices.worstCost({ model: request.model, promptTokens: 5_500, maxTokens: 500 });
      return { ...result, citations, usage: { ...tokens, cost } };
    },
  };
}

const prices = createPriceList({ prompt: 1e-6, completion: 4e-6 });

/** The pages of the simulated web over and over, each at the maximum length for a reader. */
const PAGES: PageReader = {
  async read(url, options) {
    const [, search = '', at = ''] = /site-(\d+)-(\d+)/.exec(url) ?? [];
    const one = TYRE_PAGES[(Number(search) + Number(at)) % TYRE_PAGES.length];
    const page = await pages.read(`http://${one?.at}`, options);
    const more = Array.from({ length: 80 }, (_block, block) => `Line ${block}. ${'words '.repeat(100)}`);
    return { ...page, url, blocks: [...page.blocks, ...more] };
  },
  close: async () => undefined,
};

/** Multiplies every price by `times`. */
async function research(times: number) {
  prices.learn(
    new Map(
      [...PRICES].map(([id, price]) => [
        id,
        { prompt: price.prompt * times, completion: price.completion * times },
      ]),
    ),
  );
  const textModel = asReal(connectTo(simulator));
  const search = createRouterSearch({
    textModel,
    model: reading ?? '',
    effort: 'low',
    worstCost: ({ prompt, completion }) =>
      prices.worstCost({ model: reading ?? '', promptTokens: prompt, maxTokens: completion }),
  });
  const roles = { planner: model ?? '', reader: reading ?? '', writer: model ?? '', checker, viewer: null };
  const tool = createResearchTool(
    simulatedEffects(simulator, model ?? '', { textModel, models: roles, search, pages: PAGES }),
  );
  const budgets = { ...DEFAULT_LIMITS.budgets, runUsd: RUN_BUDGETS };
  world = createProductWorld(database, { tools: [tool], limits: { drain: 0, budgets }, prices });
  await world.product.start();
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user), { ai_task_type: 'research' });
  const runId = run?.id ?? '';
  const ended = async () => (await world?.readRun(runId))?.status;
  await expect.poll(ended, { timeout: 200_000 }).toMatch(/succeeded|failed/);
  const count = async (key: string): Promise<number> =>
    (await database.query('select from public.ai_run_events where run_id = $1 and key = $2', [runId, key]))
      .length;
  const calls = await database.query<Call>(
    'select action, reserved, cost from private.provider_calls where run_id = $1',
    [runId],
  );
  return {
    status: await ended(),
    searches: calls.filter(({ action }) => action.startsWith('search:1.')).length,
    readings: calls.filter(({ action }) => action.startsWith('claims:')).length,
    checks: calls.filter(({ action }) => action.startsWith('check:')).length,
    usdOfChecks: usdOf(calls.filter(({ action }) => /^(?:check|correct|recheck)/.test(action))),
    usd: usdOf(calls),
    notRead: await count('page_not_read'),
    wrote: await count('wrote_answer'),
  };
}

interface Call {
  readonly action: string;
  readonly reserved: string;
  readonly cost: string | null;
}

const usdOf = (calls: readonly Call[]): number =>
  calls.reduce((sum, { cost, reserved }) => sum + Number(cost ?? reserved), 0);

describe('a research of twelve searches with the default models', () => {
  it.each([
    ['at their prices', 1],
    ['a quarter dearer', 1.25],
    ['half as dear again', 1.5],
  ])('makes all of them, reads and writes within its default budget: %s', async (_how, times) => {
    const made = await research(times);
    expect(made).toMatchObject({ status: 'succeeded', searches: 12, notRead: 0, wrote: 1 });
    expect(made.readings).toBeGreaterThanOrEqual(12);
    expect(made.usd).toBeLessThan(RUN_BUDGETS.research);
    expect(made.checks).toBe(1);
    expect(made.usdOfChecks).toBeLessThan(0.1 * (made.usd - made.usdOfChecks));
  });
});
