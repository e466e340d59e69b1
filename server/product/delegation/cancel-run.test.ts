import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTasks, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { callsOf, responsesOf } from '#tests/fixtures/run-records.ts';
import { howMany } from '#tests/long-run.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { answering, hanging } from '#tests/worlds/scripted-tool.ts';

let test: TestDatabase;
let database: Database;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
beforeEach(async () => {
  world = createProductWorld(database, { limits: { retryDelay: 5, drain: 0, sweep: 100 } });
  await world.product.start();
});
afterEach(async () => {
  await world.product.stop();
  await assertInvariants(database);
});
afterAll(() => test.close());

describe('a cancelled run', () => {
  it('stops the tool within two seconds, is refunded and keeps no text', async () => {
    let stopped: Promise<number> | undefined;
    const { user, runId } = await world.begin(async (input, context) => {
      stopped = new Promise((resolve) => context.signal.addEventListener('abort', () => resolve(Date.now())));
      return hanging('Half an ans')(input, context);
    });
    await world.reach(runId, 'running');
    await vi.waitFor(() => expect(world.tool.inputs).toHaveLength(1));
    const at = Date.now();
    expect(await world.cancel(user, runId)).toMatchObject({
      status: 200,
      run: { status: 'cancelled', partial_text: '' },
    });
    expect(((await stopped) ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(2000);
    expect(await creditsUsed(database, user)).toBe(0);
    expect(await responsesOf(database, runId)).toEqual([]);
  });

  it('stops in whichever process it runs', async () => {
    let signal: AbortSignal | undefined;
    const { user, runId } = await world.begin(async (input, context) => {
      signal = context.signal;
      return hanging()(input, context);
    });
    await vi.waitFor(() => expect(signal).toBeDefined());
    const elsewhere = createProductWorld(database);
    await elsewhere.cancel(user, runId);
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 2000 });
  });

  it('returns the state that the run had already reached', async () => {
    const { user, runId } = await world.begin(answering('Done'));
    await world.reach(runId, 'succeeded');
    expect(await world.cancel(user, runId)).toMatchObject({ status: 200, run: { status: 'succeeded' } });
    expect(await creditsUsed(database, user)).toBe(1);
  });

  it('also results from deleting its task', async () => {
    let wasStopped = false;
    const { user, taskId } = await world.begin(async (input, context) => {
      context.signal.addEventListener('abort', () => {
        wasStopped = true;
      });
      return hanging()(input, context);
    });
    await vi.waitFor(() => expect(world.tool.inputs).toHaveLength(1));
    await database.query('delete from public.tasks where id = $1', [taskId]);
    await vi.waitFor(() => expect(wasStopped).toBe(true));
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('is either done and charged or cancelled and free, in hundreds of races', async () => {
    const ends: string[] = [];
    const batches = howMany(10, 25);
    // Twenty races per user: more cancellations on one day pause delegation.
    for (let batch = 0; batch < batches; batch += 1) {
      const user = await makeUser(database, { credits: 20 });
      const states = await Promise.all((await makeTasks(database, user, 20)).map((task) => race(user, task)));
      expect(await creditsUsed(database, user)).toBe(states.filter((state) => state === 'succeeded').length);
      ends.push(...states);
    }
    expect(ends).toHaveLength(20 * batches);
    expect(new Set(ends)).toEqual(new Set(['succeeded', 'cancelled']));
  });

  /**
   * Milliseconds between the provider's call and the cancellation: adjusted after each outcome towards the
   * other.
   */
  let delay = 20;

  async function race(user: TestUser, taskId: string): Promise<string> {
    const { run } = await world.delegate(user, taskId);
    if (!run) throw new Error('the delegation was refused');
    await vi.waitFor(async () => expect(await callsOf(database, run.id)).toBe(1), {
      interval: 5,
      timeout: 60_000,
    });
    await new Promise((resolve) => setTimeout(resolve, delay));
    await world.cancel(user, run.id);
    const { status } = (await world.readRun(run.id)) ?? run;
    delay = status === 'cancelled' ? Math.min(400, delay * 1.1) : delay / 1.1;
    return status;
  }
});
