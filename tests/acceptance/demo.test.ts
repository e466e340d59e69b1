import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
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
  expect(data).toMatchObject([{ is_demo: true, notices: [{ key: 'demo' }] }]);
  expect(data?.[0]?.content).toMatch(/demo/i);
  expect((await person.client.from('credit_entries').select('id')).data).toEqual([]);
  expect(await creditsLeft(person)).toBe(15);
  expect(program.calls()).toBe(0);
});

it.each(['research', 'web_search'])(
  '%s can be tried too: real steps over pages that were made up',
  async (type) => {
    const person = await signUp(program);
    const task = await addTask(person, 'Compare ways to insulate an old roof');
    const { id } = await accepted(program, person, task, { ai_task_type: type });
    expect(await untilEnded(person, id)).toMatchObject({ status: 'succeeded', is_demo: true });
    const { data } = await person.client
      .from('ai_responses')
      .select('content, evidence')
      .eq('run_id', id)
      .single();
    expect(data?.content).toMatch(/^> \*\*Demo result/);
    expect(data?.evidence).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ host: 'roofs-of-aldermere.example' })]),
      unverified: [],
    });
    expect(await creditsLeft(person)).toBe(15);
  },
);

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
}, 90_000);
