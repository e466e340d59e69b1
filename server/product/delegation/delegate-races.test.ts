import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { callerOf, makeTask, makeTasks, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { runsOf } from '#tests/fixtures/run-records.ts';
import { howMany } from '#tests/long-run.ts';
import { countAnswers, createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { purgeRecords } from '../retention/purge-records.job.ts';

let test: TestDatabase;
let database: Database;
/** Never started: its runs stay queued. */
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  world = createProductWorld(database);
});
afterEach(() => assertInvariants(database));
afterAll(() => test.close());

describe('the same Idempotency-Key', () => {
  it('returns the first run, although its task is running and the credits are gone', async () => {
    const user = await makeUser(database, { credits: 1 });
    const task = await makeTask(database, user);
    const key = randomUUID();
    const first = await world.delegate(user, task, {}, key);
    const again = await world.delegate(user, task, {}, key);
    expect(again).toEqual(first);
    expect(await runsOf(database, user)).toBe(1);
  });

  it('is refused with another body, and means nothing for another user', async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const key = randomUUID();
    const task = await makeTask(database, ann);
    await world.delegate(ann, task, {}, key);
    expect(await world.delegate(ann, task, { language: 'fr' }, key)).toMatchObject({
      status: 409,
      code: 'key_reused',
    });
    expect(await world.delegate(bob, await makeTask(database, bob), {}, key)).toMatchObject({ status: 202 });
  });

  it('is the same delegation a day later, too, after the cleanup', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const key = randomUUID();
    const first = await world.delegate(user, task, {}, key);
    await database.query(
      "update private.delegation_keys set created_at = created_at - interval '1 day' where key = $1",
      [key],
    );
    await purgeRecords(database, new AbortController().signal);
    expect(await world.delegate(user, task, {}, key)).toEqual(first);
    expect(await runsOf(database, user)).toBe(1);
  });

  it('must be a uuid', async () => {
    const user = await makeUser(database);
    const answer = await world.delegate(user, await makeTask(database, user), {}, 'once-please');
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('sent 50 times in parallel creates one run and one debit', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.delegate(user, task, {}, key)));
    expect(countAnswers(answers)).toEqual({ 202: 50 });
    expect(new Set(answers.map(({ run }) => run?.id)).size).toBe(1);
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 1 });
  });
});

describe('parallel delegations', () => {
  it('with one credit left: of 200 exactly one is accepted, however often', async () => {
    for (let round = 0; round < howMany(5, 20); round += 1) {
      const user = await makeUser(database, { credits: 1 });
      const tasks = await makeTasks(database, user, 200);
      const answers = await Promise.all(tasks.map((task) => world.delegate(user, task)));
      expect(countAnswers(answers)).toEqual({ 202: 1, '402 no_credits': 199 });
    }
  });

  it('with fifty credits left over several grants: of 80 exactly fifty are accepted', async () => {
    const user = await makeUser(database, { credits: 50 });
    const tasks = await makeTasks(database, user, 80);
    const answers = await Promise.all(tasks.map((task) => world.delegate(user, task)));
    expect(countAnswers(answers)).toEqual({ 202: 50, '402 no_credits': 30 });
    expect(await creditsOf(database, user)).toEqual({ credits_used: 50, credits_limit: 50 });
  });

  it('of one task: exactly one is accepted', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.delegate(user, task)));
    expect(countAnswers(answers)).toEqual({ 202: 1, '409 already_running': 19 });
  });

  it('and deletions of their tasks never end in a deadlock', async () => {
    const user = await makeUser(database, { credits: 100 });
    const tasks = await makeTasks(database, user, 40);
    await Promise.all(
      tasks.flatMap((task) => [
        world.delegate(user, task),
        runAsCaller(database, callerOf(user), [
          { text: 'delete from public.tasks where id = $1', values: [task] },
        ]),
      ]),
    );
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 0 });
  });
});
