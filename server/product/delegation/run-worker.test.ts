import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeTask, makeTasks, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import {
  createProductWorld,
  type ProductWorld,
  type ProductWorldOptions,
} from '#tests/worlds/product-world.ts';
import { answering, answeringAfter, hanging } from '#tests/worlds/scripted-tool.ts';

let test: TestDatabase;
let database: Database;
const open = new Set<ProductWorld>();

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterEach(async () => {
  await Promise.all([...open].map((world) => world.product.stop()));
  open.clear();
  await assertInvariants(database);
  // A leftover run of one test would be claimed by the next.
  await database.query('delete from auth.users');
  // Deaths in earlier tests must not delay it.
  await database.query('delete from private.server_deaths');
});
afterAll(() => test.close());

/** One of several processes that share the database. */
async function startWorld(options: ProductWorldOptions = {}, on = database): Promise<ProductWorld> {
  const world = createProductWorld(on, {
    ...options,
    limits: { sweep: 100, drain: 0, ...options.limits },
  });
  await world.product.start();
  open.add(world);
  return world;
}

async function queueRun(): Promise<string> {
  const idle = createProductWorld(database);
  idle.jobs.delivering = false;
  return (await idle.begin()).runId;
}

/** Like a worker that is killed right afterwards. */
async function claimAndDie(runId: string, holder: string, lease = '30 seconds'): Promise<void> {
  const rows = await database.query('select * from private.claim_run($1, $2, $3::interval, 50)', [
    runId,
    holder,
    lease,
  ]);
  expect(rows).toHaveLength(1);
}

const leaseOf = async (runId: string) =>
  (await database.query('select * from private.run_leases where run_id = $1', [runId]))[0];
const countOf = async (status: string, user?: TestUser): Promise<number> =>
  (
    await database.query(
      'select from public.ai_runs where status = $1 and user_id = coalesce($2::uuid, user_id)',
      [status, user?.id ?? null],
    )
  ).length;

describe('a run that no job announces', () => {
  it('is found and completed', async () => {
    const runId = await queueRun();
    const world = await startWorld();
    await world.reach(runId, 'succeeded');
  });

  it('is completed once although its job comes three times', async () => {
    const world = await startWorld();
    const user = await makeUser(database);
    const { run } = await world.delegate(user, await makeTask(database, user));
    await Promise.all([1, 2].map(() => world.jobs.send(database, 'run', { run_id: run?.id })));
    await world.reach(run?.id ?? '', 'succeeded');
    expect(world.tool.inputs).toHaveLength(1);
  });
});

describe('after a kill', () => {
  it('the same process resumes its runs at once, before their lease expires', async () => {
    const runId = await queueRun();
    await claimAndDie(runId, 'host:3000', '10 minutes');
    const world = await startWorld({ instance: 'host:3000' });
    const run = await world.reach(runId, 'succeeded');
    expect(run.attempt).toBe(2);
  });

  it('another process resumes them when their lease expires, and not before', async () => {
    if (database.engine === 'pglite') return; // one process only: all leases of an earlier life are void
    const runId = await queueRun();
    await claimAndDie(runId, 'elsewhere', '1 second');
    const world = await startWorld();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(world.tool.inputs).toHaveLength(0);
    await world.reach(runId, 'succeeded');
  });

  it('another process leaves them to their holder at first if the database was away', async () => {
    if (database.engine === 'pglite') return; // the same
    const reopened: (() => void)[] = [];
    const onReopen: Database['onReopen'] = (listener) => {
      reopened.push(listener);
      return () => {};
    };
    const runId = await queueRun();
    await claimAndDie(runId, 'another:3000', '1 millisecond');
    // Long enough that a busy machine is not late for the look below.
    const sweep = 4_000;
    const after = (share: number) => new Promise((resolve) => setTimeout(resolve, share * sweep));
    await database.query("update private.run_leases set lease_until = now() + interval '500 ms'");
    await startWorld({ limits: { sweep } }, { ...database, onReopen });
    await after(0.6);
    for (const tell of reopened) tell();
    await after(0.6); // its sweep was due, and found the lease expired
    expect(await leaseOf(runId)).toMatchObject({ holder: 'another:3000' });
    await vi.waitFor(async () => expect(await countOf('succeeded')).toBe(1));
  });

  it('a run whose lease expired three times is given up and refunded', async () => {
    const runId = await queueRun();
    for (let life = 0; life < 4; life += 1) await claimAndDie(runId, `worker ${life}`, '-1 second');
    const world = await startWorld();
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'interrupted', attempt: 5 });
    expect(world.tool.inputs).toHaveLength(0);
  });

  it('a run that has made its four provider calls makes no fifth', async () => {
    const runId = await queueRun();
    await claimAndDie(runId, 'worker', '-1 second');
    await database.query(
      `insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens)
       select id, user_id, 0, 'test/fast', 1, 1 from public.ai_runs, generate_series(1, 4) where id = $1`,
      [runId],
    );
    const world = await startWorld();
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'interrupted' });
    expect(world.tool.inputs).toHaveLength(0);
  });

  it('a run whose deadline has passed fails and is refunded', async () => {
    const runId = await queueRun();
    await database.query(
      "update private.run_leases set deadline = now() - interval '1 minute' where run_id = $1",
      [runId],
    );
    const world = await startWorld();
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'deadline' });
    expect(world.tool.inputs).toHaveLength(0);
  });
});

describe('a worker that slept through its lease', () => {
  it('writes nothing: the result of its successor stays', async () => {
    const wake = Promise.withResolvers<void>();
    const sleeper = await startWorld({ limits: { heartbeat: 60_000, sweep: 60_000 } });
    sleeper.tool.script = [answeringAfter(wake.promise, 'From the past')];
    const runId = await queueRun();
    await sleeper.jobs.send(database, 'run', { run_id: runId });
    await sleeper.reach(runId, 'running');
    await database.query(
      "update private.run_leases set lease_until = now() - interval '1 second' where run_id = $1",
      [runId],
    );

    const other = await startWorld();
    other.tool.script = [answering('From the present')];
    await other.reach(runId, 'succeeded');
    wake.resolve();
    await sleeper.product.stop();
    expect(
      await database.query('select content from public.ai_responses where run_id = $1', [runId]),
    ).toEqual([{ content: 'From the present' }]);
  });

  it('learns so by its next heartbeat, and stops its tool', async () => {
    const sleeper = await startWorld({ limits: { heartbeat: 200, sweep: 60_000 } });
    const runId = await queueRun();
    let signal: AbortSignal | undefined;
    sleeper.tool.script = [
      async (input, context) => {
        signal = context.signal;
        return hanging()(input, context);
      },
    ];
    await sleeper.jobs.send(database, 'run', { run_id: runId });
    await vi.waitFor(() => expect(signal).toBeDefined());
    // A heartbeat between the two renews the lease.
    await vi.waitFor(async () => {
      await database.query("update private.run_leases set lease_until = '-infinity' where run_id = $1", [
        runId,
      ]);
      await claimAndDie(runId, 'another');
    });
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    expect(await leaseOf(runId)).toMatchObject({ holder: 'another', attempt: 2 });
  });
});

describe('a heartbeat', () => {
  it('keeps a run claimed for longer than a lease', async () => {
    const world = await startWorld({ limits: { lease: 1000, heartbeat: 200 } });
    const gate = Promise.withResolvers<void>();
    world.tool.script = [answeringAfter(gate.promise)];
    const runId = await queueRun();
    await world.reach(runId, 'running');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    gate.resolve();
    expect(await world.reach(runId, 'succeeded')).toMatchObject({ attempt: 1 });
  });
});

describe('a server that shuts down', () => {
  it('lets a run finish that is about to', async () => {
    const world = await startWorld({ limits: { drain: 5000 } });
    world.tool.script = [answeringAfter(new Promise((resolve) => setTimeout(resolve, 300)))];
    const runId = await queueRun();
    await world.reach(runId, 'running');
    await world.product.stop();
    expect(await world.readRun(runId)).toMatchObject({ status: 'succeeded' });
  });

  it('requeues the rest, without counting it as a loss; the next one continues', async () => {
    const world = await startWorld({ limits: { drain: 100 } });
    world.tool.script = [hanging('Half an ans')];
    const runId = await queueRun();
    await world.reach(runId, 'running');
    await world.product.stop();
    expect(await world.readRun(runId)).toMatchObject({ status: 'queued', partial_text: '' });
    expect(await leaseOf(runId)).toMatchObject({ losses: 0, holder: null });

    const next = await startWorld();
    await next.reach(runId, 'succeeded');
  });
});

describe('many runs', () => {
  it('of one user do not block another', async () => {
    const world = await startWorld({ limits: { runs: 20, runsPerUser: 10 } });
    world.tool.script = [hanging()];
    const [greedy, other] = [await makeUser(database, { credits: 50 }), await makeUser(database)];
    await Promise.all((await makeTasks(database, greedy, 50)).map((task) => world.delegate(greedy, task)));
    await vi.waitFor(async () => expect(await countOf('running', greedy)).toBe(10));

    const { run } = await world.delegate(other, await makeTask(database, other));
    await world.reach(run?.id ?? '', 'running');
    expect(await countOf('running', greedy)).toBe(10);
  });

  it('beyond the slots of a process wait for their turn', async () => {
    const world = await startWorld({ limits: { runs: 5, runsPerUser: 3 } });
    let atWork = 0;
    let most = 0;
    world.tool.script = [
      async (input, context) => {
        atWork += 1;
        most = Math.max(most, atWork);
        await new Promise((resolve) => setTimeout(resolve, 10));
        atWork -= 1;
        return answering('Done')(input, context);
      },
    ];
    const users = await Promise.all([1, 2, 3].map(() => makeUser(database)));
    for (const user of users) {
      await Promise.all((await makeTasks(database, user, 10)).map((task) => world.delegate(user, task)));
    }
    await vi.waitFor(async () => expect(await countOf('succeeded')).toBe(30));
    expect(most).toBeLessThanOrEqual(5);
  });

  it('are shared fairly between two processes, none done twice', async () => {
    const worlds = [await startWorld({ limits: { runs: 5 } }), await startWorld({ limits: { runs: 5 } })];
    const user = await makeUser(database, { credits: 40 });
    const idle = createProductWorld(database);
    await Promise.all(
      (await makeTasks(database, user, 40)).map((task) => idle.delegate(user, task, {}, randomUUID())),
    );
    await vi.waitFor(async () => expect(await countOf('succeeded', user)).toBe(40));
    expect(worlds.reduce((sum, world) => sum + world.tool.inputs.length, 0)).toBe(40);
  });

  it('five hundred at once, are all live in one process', async () => {
    const world = await startWorld();
    const gate = Promise.withResolvers<void>();
    world.tool.script = [answeringAfter(gate.promise)];
    const users = await Promise.all(Array.from({ length: 10 }, () => makeUser(database, { credits: 50 })));
    for (const user of users) {
      await Promise.all((await makeTasks(database, user, 50)).map((task) => world.delegate(user, task)));
    }
    await vi.waitFor(() => expect(world.tool.inputs).toHaveLength(500));
    await vi.waitFor(async () => expect(await countOf('running')).toBe(500));
    gate.resolve();
    await vi.waitFor(async () => expect(await countOf('succeeded')).toBe(500), {
      timeout: 60_000,
      interval: 200,
    });
  });
});
