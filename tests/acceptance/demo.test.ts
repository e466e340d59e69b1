import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, delegate, untilEnded } from './delegation.ts';
import { creditsLeft } from './ledger.ts';
import { addTask, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

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

it('what the demo cannot make is not offered', async () => {
  const person = await signUp(program);
  const more = { ai_task_type: 'research' };
  const answer = await delegate(program, person, await addTask(person), { more });
  expect(answer).toMatchObject({ status: 503, body: { code: 'tool_unavailable' } });
});
