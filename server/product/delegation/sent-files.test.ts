import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDocSummaryTool } from '#server/product/ai/tools/doc-summary/tool.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { makeProject, makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { simulatedEffects } from '#tests/worlds/tool-attempt.ts';

const PEOPLE = 8;
let test: TestDatabase;
let simulator: AiSimulator;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  simulator = await startAiSimulator();
  const fileWork = createTestFileWork({ limit: 50_000 });
  const tool = createDocSummaryTool({ effects: simulatedEffects(simulator, 'sim/pdf'), fileWork });
  world = createProductWorld(test.database, { tools: [tool], limits: { drain: 0 } });
  await world.product.start();
});
afterEach(() => assertInvariants(test.database));
afterAll(async () => {
  await world.product.stop();
  await simulator.close();
  await test.close();
});

/** A user with a file that is delegated, and others that aren't: beside it, and of another task. */
async function somebody(at: number) {
  const [chosen, hidden] = [`CHOSEN-${at}-`, `HIDDEN-${at}-`];
  const user = await makeUser(test.database, { fullName: `${hidden}name` });
  const pdf = (mark: string) =>
    makePdf([`The monthly rent of ${mark}house is 1240 euros, heating not included.`]);
  const attach = (mark: string) =>
    attachFile(test.database, world.files, user, { name: `${mark}lease.pdf`, bytes: pdf(mark) });
  const [path, other] = [await attach(chosen), await attach(hidden)];
  const projectId = await makeProject(test.database, user, { name: `${hidden}project` });
  await makeTask(test.database, user, { title: `${hidden}task`, projectId });
  const task = await makeTask(test.database, user, { title: `${chosen}task` });
  return { user, chosen, task, path, other };
}

it('with many users delegating files in parallel, each request contains the file that one of them chose', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_person, at) => somebody(at)));
  const answers = await Promise.all(
    people.map(({ user, task, path }) =>
      world.delegate(user, task, { ai_task_type: 'doc_summary', attachments: [path] }),
    ),
  );
  await Promise.all(answers.map(({ run }) => world.reach(run?.id ?? '', 'succeeded')));
  const sent = simulator.journal.entries.map(({ body, headers }) => JSON.stringify([body, headers]));
  const marks = sent.map((text) => [...new Set(text.match(/(?:CHOSEN|HIDDEN)-\d+-/g))].join(' '));
  expect(new Set(marks)).toEqual(new Set(people.map(({ chosen }) => chosen)));
  const readers = sent.filter((text) => text.includes('heating not included') && text.includes('<page-1-'));
  expect(readers).toHaveLength(PEOPLE);
  for (const { user, task, path, other } of people)
    for (const secret of [user.id, user.email, task, path, other]) {
      expect(sent.filter((text) => text.includes(secret))).toEqual([]);
    }
});
