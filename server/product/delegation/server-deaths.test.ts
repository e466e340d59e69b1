import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createImmediateJobs } from '#tests/engines/immediate-jobs.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTasks, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { callsOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { FREE } from '../ai/models/prices.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type ClaimedRun, createRunStore, type RunStore } from './run-store.ts';

/** Lives of a server, with start and end chosen by the test, which also controls time. */

let test: TestDatabase;
let database: Database;
let store: RunStore;
let world: ProductWorld | null = null;

const HOLDER = 'host:3000';

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  store = createRunStore({
    database,
    jobs: createImmediateJobs(),
    holder: HOLDER,
    prices: FREE,
    ...DEFAULT_LIMITS,
  });
});
afterEach(async () => {
  await world?.product.stop();
  world = null;
  await assertInvariants(database);
  await database.query('delete from auth.users');
  await database.query('delete from private.server_lives');
  await database.query('delete from private.server_deaths');
});
afterAll(() => test.close());

async function queueRuns(count: number): Promise<{ user: TestUser; runs: string[] }> {
  const idle = createProductWorld(database);
  idle.jobs.delivering = false;
  const user = await makeUser(database, { credits: count });
  const runs: string[] = [];
  for (const task of await makeTasks(database, user, count)) {
    const { run } = await idle.delegate(user, task);
    if (run) runs.push(run.id);
  }
  return { user, runs };
}

async function pass(seconds: number): Promise<void> {
  const by = [seconds];
  await database.query(
    "update private.run_leases set not_before = not_before - $1 * interval '1 second', deadline = deadline - $1 * interval '1 second'",
    by,
  );
  await database.query(
    "update private.server_deaths set noticed_at = noticed_at - $1 * interval '1 second'",
    by,
  );
}

/** Claims everything that is due, and makes a call for each. */
async function takeUp(): Promise<ClaimedRun[]> {
  const claimed = await Promise.all((await store.due(100)).map((runId) => store.claim(runId)));
  const runs = claimed.filter((run) => run !== null);
  for (const run of runs) if (!run.kills) await call(run);
  return runs;
}

async function call(run: ClaimedRun): Promise<void> {
  const planned = { model: 'm', promptTokens: 1, maxTokens: 1, key: randomUUID() };
  const decision = await store.beginCall(run, planned, { type: 'answer', calls: 4 });
  expect(decision).toHaveProperty('callId');
}

const OUTPUT = {
  content: 'Done.',
  modelUsed: 'm',
  notices: [],
  contract: { kept: true, words: 1, missed: [] } as const,
  usage: { calls: 1, promptTokens: 1, completionTokens: 1, cost: null },
};

/** Runs until a run kills the server, or nothing is left to do. Returns whether it was killed. */
async function live(isPoison: (runId: string) => boolean): Promise<boolean> {
  await store.beginLife();
  for (;;) {
    await pass(60);
    const runs = await takeUp();
    if (runs.length === 0) return false;
    if (runs.some(({ runId, kills }) => isPoison(runId) && !kills)) return true;
    for (const run of runs) {
      if (run.kills) await store.fail(run, 'interrupted', 'answer');
      else await store.finish(run, { ...OUTPUT, title: '' }, []);
    }
  }
}

const statesOf = async (user: TestUser) =>
  database.query<{ id: string; status: string; error_code: string | null }>(
    'select id, status, error_code from public.ai_runs where user_id = $1',
    [user.id],
  );

describe('a server that is killed every two seconds', () => {
  it.each([1, 10])('completes all of %i runs afterwards, and repeats few calls', async (count) => {
    const { user, runs } = await queueRuns(count);
    let deathsAtWork = 0;
    for (let kill = 0; kill < 20; kill += 1) {
      await store.beginLife();
      await pass(2);
      if ((await takeUp()).length > 0) deathsAtWork += 1;
    }
    // The other deaths happened while it waited.
    expect(deathsAtWork).toBe(2);
    world = createProductWorld(database, { instance: HOLDER, limits: { sweep: 50 } });
    await world.product.start();
    await pass(60);
    for (const run of runs) {
      await world.reach(run, 'succeeded');
      expect(await callsOf(database, run)).toBe(1 + deathsAtWork);
    }
    expect(await creditsUsed(database, user)).toBe(count);
  });

  it('waits longer the more often it has died with live runs', async () => {
    await queueRuns(1);
    const waits: number[] = [];
    for (let life = 0; life < 5; life += 1) {
      waits.push((await store.beginLife()).wait);
      await pass(60);
      await takeUp();
    }
    expect(waits).toEqual([0, 0, 5, 10, 20]);
  });

  it('resumes at once what it lost to its first death, and what starts in between', async () => {
    const { runs } = await queueRuns(2);
    await store.beginLife();
    expect(await takeUp()).toHaveLength(2);
    expect(await store.beginLife()).toMatchObject({ lost: 2, wait: 0 });
    expect(await takeUp()).toHaveLength(2);
    expect(await store.beginLife()).toMatchObject({ lost: 2, wait: 5 });
    const fresh = await queueRuns(1);
    expect((await takeUp()).map(({ runId }) => runId)).toEqual(fresh.runs);
    expect(await store.due(10)).toEqual([]);
    await pass(5);
    expect((await store.due(10)).toSorted()).toEqual(runs.toSorted());
  });
});

describe('a run that kills the server', () => {
  it.each([0, 4])('is ended at its fifth death, and %i others are completed', async (beside) => {
    const { user, runs } = await queueRuns(1 + beside);
    const [poison = ''] = runs;
    let deaths = 0;
    while (await live((runId) => runId === poison)) deaths += 1;
    expect(deaths).toBe(5);
    for (const { id, status, error_code } of await statesOf(user))
      expect({ status, error_code }).toEqual(
        id === poison
          ? { status: 'failed', error_code: 'interrupted' }
          : { status: 'succeeded', error_code: null },
      );
    expect(await creditsUsed(database, user)).toBe(beside);
  });

  it('is told apart from another that is live each time', async () => {
    const { user, runs } = await queueRuns(1);
    const [suspect = ''] = runs;
    for (let life = 0; life < 3; life += 1) {
      await store.beginLife();
      await pass(60);
      await takeUp();
    }
    const late = await queueRuns(1);
    const [poison = ''] = late.runs;
    while (await live((runId) => runId === poison));
    expect(await statesOf(user)).toMatchObject([{ id: suspect, status: 'succeeded' }]);
    expect(await statesOf(late.user)).toMatchObject([{ id: poison, status: 'failed' }]);
  });

  it('is no longer suspected if the server dies with nothing live', async () => {
    const { runs } = await queueRuns(1);
    for (let life = 0; life < 12; life += 1) {
      await store.beginLife();
      if (life % 3 === 2) continue;
      await pass(60);
      for (const run of await takeUp()) expect(run).toMatchObject({ runId: runs[0], kills: false });
    }
  });

  it('stays suspected if another server dies with nothing live', async () => {
    const { runs } = await queueRuns(1);
    for (let life = 0; life < 3; life += 1) {
      await store.beginLife();
      await pass(60);
      await takeUp();
    }
    await store.beginLife();
    for (let life = 0; life < 2; life += 1) {
      await database.query("select private.begin_life('other:3000', false)");
    }
    const suspects = await database.query('select run_id, deaths from private.run_leases');
    expect(suspects).toEqual([{ run_id: runs[0], deaths: 3 }]);
  });
});

it('tries suspects one by one, also those of two users', async () => {
  for (let person = 0; person < 3; person += 1) await queueRuns(2);
  for (let life = 0; life < 3; life += 1) {
    await store.beginLife();
    await pass(60);
    expect(await takeUp()).toHaveLength(6);
  }
  await store.beginLife();
  await pass(60);
  const all = await database.query<{ run_id: string }>('select run_id from private.run_leases');
  const claimed = await Promise.all(all.map(({ run_id }) => store.claim(run_id)));
  expect(claimed.filter((run) => run !== null)).toHaveLength(1);
});

it('a server that shuts down cleanly wastes no call, however often', async () => {
  const { runs } = await queueRuns(1);
  for (let life = 0; life < 6; life += 1) {
    expect(await store.beginLife()).toEqual({ lost: 0, wait: 0 });
    const [run] = await takeUp();
    expect(run).toMatchObject({ runId: runs[0], calls: 0, losses: 0 });
    if (run) await store.release(run, 0, { key: 'requeued', params: {} });
    await store.endLife();
  }
});
