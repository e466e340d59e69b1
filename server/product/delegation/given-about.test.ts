import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import type { Database } from '#server/platform/db/database.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, createScriptedTool, failing } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

const say = (user: TestUser, facts: string, isSent = true) =>
  database.query(
    `update public.user_settings set about_country = 'DE', about_units = 'metric', about_facts = $2, sends_about = $3
     where user_id = $1`,
    [user.id, facts, isSent],
  );

/** What the tool was given of the person, at each attempt. */
async function given(user: TestUser): Promise<unknown[]> {
  const before = world.tool.inputs.length;
  const { run } = await world.delegate(user, await makeTask(database, user));
  await world.reach(run?.id ?? '', 'succeeded');
  return world.tool.inputs.slice(before).map(({ about }) => about);
}

const SAID = { country: 'DE', currency: null, units: 'metric', tone: null, facts: 'Two children' };

it('keeps what the run was given, also when it is tried again', async () => {
  const [user, other] = [await makeUser(database), await makeUser(database)];
  await say(user, 'Two children');
  await say(other, 'Somebody else');
  world.tool.script = [
    async (input, context) => {
      await say(user, 'Forget it', false);
      return failing('truncated', { retryable: true })(input, context);
    },
    answering('Done'),
  ];
  expect(await given(user)).toEqual([SAID, SAID]);
});

it('gives nothing while the switch is off', async () => {
  const user = await makeUser(database);
  await say(user, 'Two children', false);
  world.tool.script = [answering('Done')];
  expect(await given(user)).toEqual([null]);
  const stored = await database.query('select about from public.ai_runs where user_id = $1', [user.id]);
  expect(stored).toEqual([{ about: null }]);
});

it('gives an image tool nothing', async () => {
  const user = await makeUser(database);
  await say(user, 'Two children');
  const tool = createScriptedTool('real', 'create_image');
  const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('x'), width: 1024, height: 1024 };
  tool.script = [async (...given) => ({ ...(await answering('Here it is.')(...given)), files: [picture] })];
  const picturing = createProductWorld(database, { tool, limits: { drain: 0 } });
  await picturing.product.start();
  try {
    const options = { ai_task_type: 'create_image', image: DEFAULT_IMAGE_OPTIONS };
    const { run } = await picturing.delegate(user, await makeTask(database, user), options);
    await picturing.reach(run?.id ?? '', 'succeeded');
    expect(tool.inputs.map(({ about }) => about)).toEqual([null]);
  } finally {
    await picturing.product.stop();
  }
});
