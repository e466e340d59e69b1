import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createPageReader } from '#server/providers/page-reader/create-page-reader.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { simulatedEffects } from '#tests/worlds/tool-attempt.ts';
import { hostsOf } from '#tests/worlds/web-hosts.ts';
import { createPriceList } from '../ai/models/prices.ts';
import { createWebSearchTool } from '../ai/tools/web-search/tool.ts';
import { DEFAULT_LIMITS } from '../limits.ts';

/** Runs of a real tool with the real worker and a database: refunds, records and costs. */

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let web: WebSimulator;
let pages: PageReader;
const worlds: ProductWorld[] = [];

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator();
  web = await startWebSimulator();
  pages = createPageReader({ about: 'https://errand.example/', internalHosts: hostsOf(web) });
});
beforeEach(async () => {
  simulator.journal.clear();
  await database.query('delete from private.ai_spending');
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.product.stop();
  await assertInvariants(database);
});
afterAll(async () => {
  await pages.close();
  await Promise.all([simulator.close(), web.close(), test.close()]);
});

const PRICES = createPriceList({ prompt: 0.000_001, completion: 0.000_001 });

async function begin(model: string, runUsd: number | null = null, userDayUsd: number | null = null) {
  const search = createSearxngSearch({ url: web.url });
  const tool = createWebSearchTool(simulatedEffects(simulator, model, { search, pages }));
  const limits = { drain: 0, budgets: { ...DEFAULT_LIMITS.budgets, runUsd, userDayUsd } };
  const world = createProductWorld(database, { tools: [tool], limits, prices: PRICES });
  worlds.push(world);
  await world.product.start();
  const user = await makeUser(database);
  const { run } = await world.delegate(user, await makeTask(database, user), { ai_task_type: 'web_search' });
  return { world, user, runId: run?.id ?? '' };
}

const refunds = async (user: TestUser): Promise<number> =>
  (
    await database.query("select from public.credit_entries where user_id = $1 and kind = 'refund'", [
      user.id,
    ])
  ).length;

const FAULTS: readonly [fault: string, code: RunErrorCode][] = [
  ['planner-fail-401', 'temporarily_unavailable'],
  ['planner-fail-402', 'temporarily_unavailable'],
  ['planner-fail-500', 'provider_failed'],
  ['planner-garbage', 'provider_failed'],
  ['planner-cut', 'incomplete_answer'],
  ['planner-fail-429-retry-3600', 'busy'],
  ['reader-fail-402', 'temporarily_unavailable'],
  ['reader-fail-500', 'provider_failed'],
  ['reader-garbage', 'provider_failed'],
  ['writer-cut', 'incomplete_answer'],
  ['writer-refused', 'refused'],
  ['writer-empty', 'empty_answer'],
  ['writer-fail-429-retry-3600', 'busy'],
];

it.each(FAULTS)('a %s ends the run as %s, with one refund', async (fault, code) => {
  const { world, user, runId } = await begin(`sim/team-but-${fault}`);
  expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: code });
  expect(await refunds(user)).toBe(1);
  expect(await creditsUsed(database, user)).toBe(0);
});

it('a writer that asks for a minute is waited for, and nothing before it is repeated', async () => {
  const { world, runId } = await begin('sim/team-first-writer-fail-429-retry-1');
  await expect.poll(async () => (await world.readRun(runId))?.status).toBe('succeeded');
  expect(simulator.journal.entries.filter(({ status }) => status === 429)).toHaveLength(1);
  const forms = simulator.journal.entries.map(
    ({ request }) => request?.response_format?.json_schema.name ?? 'text',
  );
  expect(forms.filter((form) => form === 'search_plan')).toHaveLength(1);
  expect(
    await database.query("select action from private.run_journal where run_id = $1 and action = 'plan'", [
      runId,
    ]),
  ).toHaveLength(1);
});

describe('the money of a run', () => {
  async function spent(runId: string): Promise<number> {
    const [row] = await database.query<{ usd: string }>(
      'select coalesce(sum(coalesce(cost, reserved)), 0) as usd from private.provider_calls where run_id = $1',
      [runId],
    );
    return Number(row?.usd);
  }

  it('is not spent by calls that the provider has refused', async () => {
    const { world, runId } = await begin('sim/team-but-planner-fail-500', 1);
    await world.reach(runId, 'failed');
    expect(simulator.journal.entries).toHaveLength(4);
    expect(await spent(runId)).toBe(0);
  });

  it('is recorded by call and step, as the provider reported it', async () => {
    const { world, runId } = await begin('sim/team');
    await world.reach(runId, 'succeeded');
    const [calls] = await database.query<{ calls: string; steps: string; open: string }>(
      `select count(*) as calls, count(distinct action) as steps, count(*) filter (where cost is null) as open
       from private.provider_calls where run_id = $1`,
      [runId],
    );
    expect(calls).toEqual({ calls: calls?.steps, steps: calls?.steps, open: expect.anything() });
    expect(Number(calls?.open)).toBe(0);
    expect(await spent(runId)).toBeGreaterThan(0.003);
  });

  it('leaves enough for writing: the remaining pages are skipped and reported', async () => {
    const { world, runId } = await begin('sim/team', 0.0148);
    await world.reach(runId, 'succeeded');
    expect(await spent(runId)).toBeLessThanOrEqual(0.0148);
    const left = await database.query(
      "select params from public.ai_run_events where run_id = $1 and key = 'page_not_read' and params ->> 'why' = 'budget'",
      [runId],
    );
    expect(left.length).toBeGreaterThan(0);
  });

  it("of a day that pays for no page is reported as the day's limit", async () => {
    const { world, runId } = await begin('sim/team', null, 0.006);
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'over_budget' });
  });

  it('that pays for no page ends the run before the call', async () => {
    const { world, user, runId } = await begin('sim/team', 0.006);
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'run_limit' });
    expect(simulator.journal.entries).toHaveLength(1);
    expect(await refunds(user)).toBe(1);
  });
});
