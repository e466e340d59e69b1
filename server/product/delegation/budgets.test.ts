import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RUN_ERROR_MESSAGES, SPENT } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { TextModelError } from '#server/providers/text-model/text-model.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeTasks, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import type { ToolScript } from '#tests/worlds/scripted-tool.ts';
import { makeCall } from '../ai/models/make-call.ts';
import { DEFAULT_LIMITS, RUN_BUDGETS } from '../limits.ts';

let test: TestDatabase;
let database: Database;
const worlds: ProductWorld[] = [];

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
beforeEach(() => database.query('delete from private.ai_spending'));
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.product.stop();
  await assertInvariants(database);
});
afterAll(() => test.close());

async function worldWith(
  budgets: Partial<(typeof DEFAULT_LIMITS)['budgets']>,
  more: Partial<typeof DEFAULT_LIMITS> = {},
): Promise<ProductWorld> {
  const limits = { drain: 0, ...more, budgets: { ...DEFAULT_LIMITS.budgets, ...budgets } };
  const world = createProductWorld(database, { limits });
  worlds.push(world);
  await world.product.start();
  return world;
}

/** Makes calls planned at `usd` that actually cost `cost`, until one is refused. */
function spending(usd: number, calls: number, cost: number | null = usd): ToolScript {
  return async (_input, context) => {
    for (let call = 0; call < calls; call += 1) {
      const begun = await context.beforeCall({ model: 'test/fast', promptTokens: 1, maxTokens: 1, usd });
      begun.settle({ promptTokens: 1, completionTokens: 1, cost });
      begun.over();
    }
    const usage = { calls, promptTokens: calls, completionTokens: calls, cost: calls * usd };
    return { content: 'Done', modelUsed: 'test/fast', usage, notices: [] };
  };
}

const failure = (details: { status?: number }): TextModelError =>
  new TextModelError('upstream', 'scripted', { retryable: true, ...details });

async function spent(): Promise<number> {
  const [row] = await database.query<{ usd: string }>(
    "select usd from private.ai_spending where owner = '00000000-0000-0000-0000-000000000000'",
  );
  return Number(row?.usd ?? 0);
}

describe('the budget of a run', () => {
  it('ends it before the call that would exceed it, with a refund', async () => {
    const world = await worldWith({ runUsd: 0.05 });
    const { runId, user } = await world.begin(spending(0.02, 3));
    expect(await world.reach(runId, 'failed')).toMatchObject({
      error_code: 'run_limit',
      error_message: RUN_ERROR_MESSAGES.run_limit,
    });
    expect(await spent()).toBe(0.04);
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('is that of its tool, if each has its own', async () => {
    const ends = [0.05, 0.06].map(async (answer) => {
      const world = await worldWith({ runUsd: { ...RUN_BUDGETS, answer } });
      const { runId } = await world.begin(spending(0.02, 3));
      return world.reach(runId, answer === 0.06 ? 'succeeded' : 'failed');
    });
    expect(await Promise.all(ends)).toMatchObject([{ error_code: 'run_limit' }, { error_code: null }]);
  });

  it('counts actual costs once known', async () => {
    const world = await worldWith({ runUsd: 0.05 });
    const { runId } = await world.begin(spending(0.02, 4, 0.001));
    await world.reach(runId, 'succeeded');
    expect(await spent()).toBe(0.004);
  });

  it('reserves a part for writing if a call asks for it', async () => {
    const world = await worldWith({ runUsd: 1 });
    const { runId } = await world.begin(async (_input, context) => {
      const usual = { model: 'm', promptTokens: 1, maxTokens: 1 };
      const first = await context.beforeCall({ ...usual, usd: 0.8, keep: { part: 0.15 } });
      const second = await context.beforeCall({ ...usual, usd: 0.1 });
      // Never settled: their reserve counts as spent.
      first.over();
      second.over();
      await context.beforeCall({
        model: 'm',
        promptTokens: 1,
        maxTokens: 1,
        usd: 0.01,
        keep: { part: 0.15 },
      });
      throw new Error('the third call was let through');
    });
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'run_limit' });
    expect(await spent()).toBe(0.9);
  });
});

describe('the reserve of a call', () => {
  it('is released if the provider refuses the call, so that the next one can be paid', async () => {
    const world = await worldWith({ runUsd: 0.05 });
    const call = { planned: { model: 'm', promptTokens: 1, maxTokens: 1, usd: 0.03 }, usageOf: () => null };
    const refusing: ToolScript = (_input, context) =>
      makeCall(context, { awaits: 'words', ...call, make: () => Promise.reject(failure({ status: 503 })) });
    const { runId } = await world.begin(refusing, spending(0.04, 1));
    await world.reach(runId, 'succeeded');
    expect(await spent()).toBe(0.04);
  });

  it.each([
    ['the connection breaks', false, {}],
    ['the answer has begun', true, { status: 502 }],
  ])('stays spent if %s', async (_what, isHeard, details) => {
    const world = await worldWith({ runUsd: 0.05 });
    const { runId } = await world.begin((_input, context) =>
      makeCall(context, {
        awaits: 'words',
        planned: { model: 'm', promptTokens: 1, maxTokens: 1, usd: 0.03 },
        make(_begun, heard) {
          if (isHeard) heard();
          return Promise.reject(failure(details));
        },
        usageOf: () => null,
      }),
    );
    await world.reach(runId, 'failed');
    expect(await spent()).toBe(0.03);
  });
});

describe('the budget of a day', () => {
  it.each(['userDayUsd', 'instanceDayUsd'] as const)(
    'reserves a part for writing, too: %s',
    async (budget) => {
      const world = await worldWith({ runUsd: null, [budget]: 1 });
      const { runId } = await world.begin(async (_input, context) => {
        await context.beforeCall({
          model: 'm',
          promptTokens: 1,
          maxTokens: 1,
          usd: 0.8,
          keep: { part: 0.15 },
        });
        const refused = await context
          .beforeCall({ model: 'm', promptTokens: 1, maxTokens: 1, usd: 0.1, keep: { part: 0.15 } })
          .catch((error: unknown) => error);
        expect(refused).toMatchObject({ name: 'CallRefused', why: 'day_budget' });
        return spending(0.1, 1)(_input, context);
      });
      await world.reach(runId, 'succeeded');
      expect(await spent()).toBe(0.9);
    },
  );

  it.each(['userDayUsd', 'instanceDayUsd'] as const)(
    'is not exceeded by a hundred runs at once: %s',
    async (budget) => {
      const together = { delegations: null, runs: 100, runsPerUser: 100 };
      const world = await worldWith({ [budget]: 0.5 }, together);
      const user = await makeUser(database, { credits: 100 });
      const { promise: allAsk, resolve: letAsk } = Promise.withResolvers<void>();
      let asking = 0;
      world.tool.script = [
        async (input, context) => {
          asking += 1;
          if (asking === 100) letAsk();
          await allAsk;
          return spending(0.02, 2)(input, context);
        },
      ];
      const tasks = await makeTasks(database, user, 100);
      const answers = await Promise.all(tasks.map((task) => world.delegate(user, task)));
      const runs = answers.flatMap(({ run }) => (run ? [run.id] : []));
      expect(runs).toHaveLength(100);
      const ended = await Promise.all(
        runs.map((id) => world.reach(id, 'failed').catch(() => world.reach(id, 'succeeded'))),
      );
      expect(await spent()).toBe(0.5);
      const failed = ended.filter(({ status }) => status === 'failed');
      expect(new Set(failed.map(({ error_code }) => error_code))).toEqual(new Set(['over_budget']));
      expect(await creditsUsed(database, user)).toBe(ended.length - failed.length);
    },
  );

  it.each(['userDayUsd', 'instanceDayUsd'] as const)(
    'refuses the next delegation with a message, before a credit is taken and a call is made: %s',
    async (budget) => {
      const world = await worldWith({ [budget]: 0.02 });
      const { runId, user } = await world.begin(spending(0.02, 1));
      await world.reach(runId, 'succeeded');
      const other = await makeUser(database);
      const calls = world.tool.inputs.length;
      const refused = { status: 429, code: 'over_budget', message: SPENT };
      expect(await world.delegate(user, await makeTask(database, user))).toEqual(refused);
      expect(await creditsUsed(database, user)).toBe(1);
      // Another user's day is still fresh; the installation's budget is used up for everyone.
      const theirs = await world.delegate(other, await makeTask(database, other));
      if (budget === 'instanceDayUsd') {
        expect(theirs).toEqual(refused);
        expect(await creditsUsed(database, other)).toBe(0);
        expect(world.tool.inputs).toHaveLength(calls);
      } else await world.reach(theirs.run?.id ?? '', 'succeeded');
    },
  );
});
