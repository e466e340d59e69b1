import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, failing } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

it('keeps the notes that the run was given, also when it is tried again', async () => {
  const user = await makeUser(database);
  const task = await makeTask(database, user);
  const note = (notes: string) =>
    database.query('update public.tasks set notes = $2 where id = $1', [task, notes]);
  await note('Before Friday');
  world.tool.script = [
    async (input, context) => {
      await note('Forget it');
      return failing('truncated', { retryable: true })(input, context);
    },
    answering('Done'),
  ];
  const { run } = await world.delegate(user, task);
  await world.reach(run?.id ?? '', 'succeeded');
  expect(world.tool.inputs.map((input) => input.task.notes)).toEqual(['Before Friday', 'Before Friday']);
});
