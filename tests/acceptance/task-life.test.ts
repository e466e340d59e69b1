import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PAUSED } from '#domain/run/run-messages.ts';
import { ANSWER } from '#simulators/ai/answers.ts';
import { accepted, cancel, delegate, runOf, untilEnded } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, addTasks, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { SCRIPT_IN_TITLE, type Switchboard, startSwitchboard } from './switchboard.ts';

let program: Program;
let switchboard: Switchboard;

beforeAll(async () => {
  program = await openProgram({
    model: SCRIPT_IN_TITLE,
    between: async (simulator) => {
      switchboard = await startSwitchboard(simulator);
      return switchboard.url;
    },
  });
});
afterAll(async () => {
  await program.close();
  await switchboard.close();
});

async function addProject({ client, id }: Person, name: string, description: string): Promise<string> {
  const row = { name, description, user_id: id };
  const { data, error } = await client.from('projects').insert(row).select('id').single();
  expect(error).toBeNull();
  return z.string().parse(data?.id);
}

/** What became of a task, as the list shows it. */
const taskOf = async ({ client }: Person, taskId: string): Promise<unknown> =>
  (
    await client
      .from('tasks')
      .select('title, project_id, ai_runs(status), ai_responses(content)')
      .eq('id', taskId)
      .maybeSingle()
  ).data;

it('a task deleted while the AI works on it takes its run along: the provider is left, the credit is back', async () => {
  const person = await signUp(program);
  const task = await addTask(person, '[sim/slow-20000] Deleted');
  // With a wish nothing is asked, so the credit is taken before the provider is called.
  const run = await accepted(program, person, task, { wish: 'All of it' });
  await program.simulator.journal.waitFor(({ body }) => JSON.stringify(body).includes('Deleted'));
  expect((await person.client.from('tasks').delete().eq('id', task)).error).toBeNull();

  await program.simulator.journal.waitFor(({ end }) => end === 'aborted');
  expect(await creditsLeft(person)).toBe(15);
  expect(await entriesOf(person, run.id)).toEqual(['debit', 'refund']);
  expect((await person.client.rpc('restore', { item_id: task })).error).toBeNull();
  expect(await taskOf(person, task)).toMatchObject({ ai_runs: [{ status: 'cancelled' }], ai_responses: [] });
  await expectSoundAccount(person);
});

it('a task and its project come back from the trash with their answer, once, for no credit', async () => {
  const person = await signUp(program);
  const project = await addProject(person, 'Move to Leipzig', 'Flat and insurance');
  const task = await addTask(person);
  await person.client.from('tasks').update({ project_id: project }).eq('id', task);
  await untilEnded(person, (await accepted(program, person, task)).id);
  const before = await taskOf(person, task);
  expect(before).toMatchObject({ project_id: project, ai_responses: [{ content: ANSWER }] });

  for (const [table, id] of [
    ['tasks', task],
    ['projects', project],
  ] as const) {
    expect((await person.client.from(table).delete().eq('id', id)).error).toBeNull();
    if (table === 'tasks') expect(await taskOf(person, task)).toBeNull();
    else expect(await taskOf(person, task)).toMatchObject({ project_id: null });
    const undo = () => person.client.rpc('restore', { item_id: id });
    const answers = await Promise.all([undo(), undo(), undo()]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await taskOf(person, task)).toEqual(before);
  }
  expect(await creditsLeft(person)).toBe(14);
  await expectSoundAccount(person);
});

it('the provider sees the task, its project and the titles in it, and nothing else of the person', async () => {
  const person = await signUp(program);
  const project = await addProject(person, 'Move to Leipzig', 'Everything about the new flat');
  const other = await addProject(person, 'Birthday surprise', 'Nobody may know');
  const [task, near, far] = await addTasks(person, ['Compare insurances', 'Book a van', 'Order a cake']);
  for (const [id, project_id] of [
    [task, project],
    [near, project],
    [far, other],
  ]) {
    await person.client
      .from('tasks')
      .update({ project_id })
      .eq('id', id ?? '');
  }
  const run = await accepted(program, person, task ?? '');
  await untilEnded(person, run.id);
  const asked = program.simulator.journal.entries.find(({ body }) =>
    JSON.stringify(body).includes('insurances'),
  );
  const seen = JSON.stringify(asked);
  for (const word of [
    'Compare insurances',
    'Move to Leipzig',
    'Everything about the new flat',
    'Book a van',
  ]) {
    expect(seen).toContain(word);
  }
  const hidden = [person.id, person.email, person.token, 'Mara', task, near, run.id, project];
  for (const word of [...hidden, 'Birthday', 'Nobody may know', 'cake']) expect(seen).not.toContain(word);
});

it('whoever cancels more than twenty times a day is paused, with a message', async () => {
  const person = await signUp(program);
  const task = await addTask(person, '[sim/slow-20000] Undecided');
  for (let round = 0; round < 21; round += 1) {
    // Paid at once, because it says enough: a run that is stopped before it is paid gives nothing back.
    const run = await accepted(program, person, task, { wish: 'In two sentences' });
    expect(runOf(await cancel(program, person, run.id)).status).toBe('cancelled');
  }
  expect(await delegate(program, person, task)).toEqual({
    status: 429,
    body: { code: 'over_budget', message: PAUSED },
  });
  expect(await creditsLeft(person)).toBe(15);
  await expectSoundAccount(person);
});
