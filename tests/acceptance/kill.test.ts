import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ANSWER } from '#simulators/ai/answers.ts';
import { howMany } from '#tests/long-run.ts';
import { accepted, delegate, readRun, runOf, untilEnded, untilRun } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, addTasks, numbered, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** Each restart takes seconds where the machine has other things to do. */
vi.setConfig({ testTimeout: 120_000 });

const KILLS = howMany(3, 5);

let program: Program;

beforeAll(async () => {
  program = await openProgram({ model: 'sim/slow-10000' });
});
afterAll(() => program.close());

/**
 * It comes back without a hand, or this throws; how soon is measured in benchmarks/start.ts. Back it has a provider
 * that does not take ten seconds any more.
 */
async function killAndRestart(): Promise<void> {
  await program.server.kill();
  await program.start({ AI_MODEL_FAST: 'sim/fast' });
}

it('killed while an answer is being written: it is written again without a hand, once, for one credit', async () => {
  const person = await signUp(program);
  const run = await accepted(program, person, await addTask(person));
  await untilRun(person, run.id, ({ partial_text }) => partial_text !== '');
  await killAndRestart();

  expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded', attempt: 2 });
  const { data } = await person.client.from('ai_responses').select('content').eq('run_id', run.id);
  expect(data).toEqual([{ content: ANSWER }]);
  expect(await entriesOf(person, run.id)).toEqual(['debit']);
  expect(program.calls()).toBe(2);
  expect(await creditsLeft(person)).toBe(14);
});

it('killed during 30 parallel delegations: each is wholly there or not at all, and an accepted one is there', async () => {
  const people = await Promise.all([1, 2, 3].map(() => signUp(program)));
  const tries = await Promise.all(
    people.map(async (person) => (await addTasks(person, numbered(10))).map((task) => ({ person, task }))),
  );
  let through = 0;
  const answers = tries.flat().map(async ({ person, task }) => {
    const answer = await delegate(program, person, task).catch(() => null);
    if (answer?.status !== 202) return null;
    through += 1;
    return { person, run: runOf(answer) };
  });
  await vi.waitUntil(() => through > 8, { interval: 1 }); // the others are on their way
  await killAndRestart();

  const known = (await Promise.all(answers)).filter((answer) => answer !== null);
  expect(known.length).toBeGreaterThan(8);
  for (const { person, run } of known) await readRun(person, run.id);
  for (const person of people) await expectWholeDelegations(person);
});

/** Also of those whose answer the kill swallowed: the run, its credit and the mark on its task belong together. */
async function expectWholeDelegations(person: Person): Promise<void> {
  const { client } = person;
  const [runs, marked] = await Promise.all([
    client.from('ai_runs').select('id, task_id'),
    client.from('tasks').select('id').eq('ai_assisted', true),
  ]);
  for (const { id } of runs.data ?? []) {
    expect(await untilEnded(person, id)).toMatchObject({ status: 'succeeded' });
  }
  const delegated = runs.data?.map(({ task_id }) => task_id).toSorted();
  expect(delegated).toEqual(marked.data?.map(({ id }) => id).toSorted());
  expect(await creditsLeft(person)).toBe(15 - (delegated?.length ?? 0));
  await expectSoundAccount(person);
}

it('killed several times under ten writers: no acknowledged task is lost', async () => {
  const person = await signUp(program);
  const acknowledged = new Set<string>();
  let isOver = false;
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let round = 0; !isOver; round += 1) {
      const title = `Writer ${writer}, task ${round}`;
      const { error } = await person.client.from('tasks').insert({ title, user_id: person.id });
      if (error) await sleep(20);
      else acknowledged.add(title);
    }
  });
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = acknowledged.size;
      await vi.waitUntil(() => acknowledged.size > before + 60);
      await killAndRestart();
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  expect(await missing(person, acknowledged)).toEqual([]);
});

async function missing(person: Person, titles: ReadonlySet<string>): Promise<string[]> {
  const found = new Set<string>();
  for (let from = 0; ; from += 1000) {
    const { data, error } = await person.client
      .from('tasks')
      .select('title')
      .order('id')
      .range(from, from + 999);
    expect(error).toBeNull();
    const page = z.array(z.object({ title: z.string() })).parse(data);
    for (const { title } of page) found.add(title);
    if (page.length < 1000) break;
  }
  return [...titles].filter((title) => !found.has(title));
}
