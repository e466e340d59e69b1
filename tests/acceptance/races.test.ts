import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages } from '#domain/messages.ts';
import { type Answer, accepted, cancel, delegate, refusalOf, runOf, untilEnded } from './delegation.ts';
import { grantCredits } from './grant-credits.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, addTasks, numbered, type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;
/** 50 credits: 15 of the registration and 35 of an operator, so that the race goes over the border of a grant. */
let rich: Person;

beforeAll(async () => {
  program = await openProgram();
  rich = await signUp(program);
  await grantCredits(program, rich, 35);
});
afterAll(() => program.close());

const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Waits for the runs that these answers began. */
const untilAllEnded = (person: Person, answers: readonly Answer[]) =>
  Promise.all(
    answers.filter(({ status }) => status === 202).map((answer) => untilEnded(person, runOf(answer).id)),
  );

it('200 delegations with one credit left: one is accepted, 199 are told why not, the provider is asked once', async () => {
  const person = await signUp(program);
  const spending = await addTasks(person, numbered(14, 'Spent'));
  const spent = await Promise.all(spending.map((id) => delegate(program, person, id)));
  await untilAllEnded(person, spent);
  expect(await creditsLeft(person)).toBe(1);

  const tasks = await addTasks(person, numbered(200, 'Race'));
  const calls = program.calls();
  const answers = await Promise.all(tasks.map((id) => delegate(program, person, id)));
  expect(statuses(answers)).toEqual([202, ...times(199, 402)]);
  const refusals = answers.filter(({ status }) => status === 402).map(refusalOf);
  expect(refusals).toEqual(times(199, { code: 'no_credits', message: messages.delegation.noCredits }));
  const ended = await untilAllEnded(person, answers);
  expect(ended).toMatchObject([{ status: 'succeeded' }]);
  expect(program.calls() - calls).toBe(1);
  expect(await creditsLeft(person)).toBe(0);
  // Nor is a task marked whose delegation was refused.
  const { data } = await person.client.from('tasks').select('id').eq('ai_assisted', true);
  expect(data).toHaveLength(15);
  await expectSoundAccount(person);
});

it('50 credits and 80 delegations from five sessions: exactly 50 are accepted', async () => {
  expect(await creditsLeft(rich)).toBe(50);
  const sessions = await Promise.all(times(5, rich).map((person) => personOf(program, person.email)));
  const tasks = await addTasks(rich, numbered(80));
  const answers = await Promise.all(
    tasks.map((id, index) => delegate(program, sessions[index % sessions.length] ?? rich, id)),
  );
  expect(statuses(answers)).toEqual([...times(50, 202), ...times(30, 402)]);
  await untilAllEnded(rich, answers);
  expect(await creditsLeft(rich)).toBe(0);
  await expectSoundAccount(rich);
});

it('one Idempotency-Key sent 50 times at once: one run, one credit, 50 times the same answer', async () => {
  const person = await signUp(program);
  const [first, second] = await addTasks(person, numbered(2));
  const key = randomUUID();
  const calls = program.calls();
  const answers = await Promise.all(
    times(50, first ?? '').map((task) => delegate(program, person, task, { key })),
  );
  expect(statuses(answers)).toEqual(times(50, 202));
  const ids = new Set(answers.map((answer) => runOf(answer).id));
  expect(ids.size).toBe(1);
  await untilAllEnded(person, answers);
  expect(program.calls() - calls).toBe(1);
  expect(await creditsLeft(person)).toBe(14);

  const later = await delegate(program, person, first ?? '', { key });
  expect(later.status).toBe(202);
  expect(ids).toContain(runOf(later).id);
  for (const other of [
    await delegate(program, person, second ?? '', { key }),
    await delegate(program, person, first ?? '', { key, more: { language: 'de' } }),
  ]) {
    expect(other).toMatchObject({ status: 409, body: { code: 'key_reused' } });
  }
  expect(await creditsLeft(person)).toBe(14);
  await expectSoundAccount(person);
});

it('20 delegations of one task at once: one runs, and the others are told so', async () => {
  const person = await signUp(program);
  const task = await addTask(person);
  const answers = await Promise.all(times(20, task).map((id) => delegate(program, person, id)));
  const refused = answers.filter(({ status }) => status !== 202);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_running' } });
  const ended = await untilAllEnded(person, answers);
  // A late one may find the first already finished; each accepted one is a run of its own.
  expect(new Set(ended.map(({ id }) => id)).size).toBe(answers.length - refused.length);
  expect(await creditsLeft(person)).toBe(15 - ended.length);
  await expectSoundAccount(person);
});

it('cancelling against finishing, 40 times: done and charged, or cancelled and given back, never else', async () => {
  const people = await Promise.all(
    [14, 13, 13].map(async (rounds) => ({ person: await signUp(program), rounds })),
  );
  const outcomes = await Promise.all(people.map(({ person, rounds }) => closeIn(person, rounds)));
  expect(outcomes.flat()).toHaveLength(40);
  // Cancelled before its credit was taken, a run has no entry at all.
  const charged = outcomes.flat().filter((outcome) => outcome !== 'cancelled: ');
  expect(new Set(charged)).toEqual(new Set(['succeeded: debit', 'cancelled: debit, refund']));
  for (const { person } of people) await expectSoundAccount(person);
});

/** Cancels run after run, later if it was too early and earlier if it was too late: ever nearer to the moment of finishing. */
async function closeIn(person: Person, rounds: number): Promise<string[]> {
  const outcomes: string[] = [];
  let early = 0;
  let late: number | null = null;
  let wait = 30;
  for (const task of await addTasks(person, numbered(rounds))) {
    const outcome = await cancelAfter(wait, person, task);
    outcomes.push(outcome);
    if (outcome.startsWith('cancelled')) early = wait;
    else late = wait;
    wait = late === null ? wait * 2 : (early + late) / 2;
  }
  return outcomes;
}

async function cancelAfter(wait: number, person: Person, task: string): Promise<string> {
  const run = await accepted(program, person, task);
  await sleep(wait);
  const answer = await cancel(program, person, run.id);
  expect(answer.status).toBe(200);
  const ended = await untilEnded(person, run.id);
  // What the answer said is what stays.
  expect(ended.status).toBe(runOf(answer).status);
  return `${ended.status}: ${(await entriesOf(person, run.id)).join(', ')}`;
}
