import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_LABEL, WITH_A_MODEL, withDemoLabel } from '#domain/demo/demo-label.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { accepted, untilEnded } from './delegation.ts';
import { creditsLeft } from './ledger.ts';
import { addTask, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const settings = z.object({ ai: z.object({ findsLocalModels: z.boolean() }) });

let program: Program;

beforeAll(async () => {
  program = await openProgram({ withoutProvider: true });
});
afterAll(() => program.close());

it('without a provider a demo answers: labelled, over the same way, for no credit', async () => {
  const config = await (await fetch(`${program.url}/config.json`)).json();
  expect(config).toMatchObject({ ai: { demo: true } });

  const person = await signUp(program);
  const task = await addTask(person);
  const run = await untilEnded(person, (await accepted(program, person, task)).id);
  expect(run).toMatchObject({ status: 'succeeded', is_demo: true });
  const { data } = await person.client
    .from('ai_responses')
    .select('content, is_demo, notices')
    .eq('run_id', run.id);
  expect(data).toMatchObject([
    { is_demo: true, notices: [{ key: 'demo' }], content: withDemoLabel(WITH_A_MODEL.answer) },
  ]);
  expect((await person.client.from('credit_entries').select('id')).data).toEqual([]);
  expect(await creditsLeft(person)).toBe(15);
  expect(program.calls()).toBe(0);
});

it('an example task gets its prepared result, with sources that the engine has checked', async () => {
  const person = await signUp(program);
  const task = await addTask(person, EXAMPLE_TASKS.research.title);
  const { id } = await accepted(program, person, task, { ai_task_type: 'research' });
  expect(await untilEnded(person, id)).toMatchObject({ status: 'succeeded', is_demo: true });
  const { data } = await person.client
    .from('ai_responses')
    .select('content, preview, evidence')
    .eq('run_id', id)
    .single();
  expect(data?.content).toContain(DEMO_LABEL);
  expect(data?.preview).toMatch(/^Austria looks at the state of the road/);
  expect(data?.evidence).toMatchObject({
    sources: expect.arrayContaining([expect.objectContaining({ host: 'brenner-motorway.example' })]),
    unverified: ['Fines start at about 87 euros.'],
  });
  expect(await creditsLeft(person)).toBe(15);
});

it('whoever runs it on their own computer may look for models there; in production nobody may', async () => {
  const looked = async () => {
    const { client } = await signUp(program);
    const { data, response } = await client.functions.invoke('find-local-models', { body: {} });
    const { ai } = settings.parse(await (await fetch(`${program.url}/config.json`)).json());
    return { status: response?.status, data, offered: ai.findsLocalModels };
  };
  expect(await looked()).toMatchObject({ status: 200, data: { servers: expect.any(Array) }, offered: true });
  await program.server.stop();
  await program.start({ NODE_ENV: 'production' });
  expect(await looked()).toMatchObject({ status: 404, offered: false });
});
