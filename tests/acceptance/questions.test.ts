import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answeredRunOutput, type WholeRun } from '#domain/functions/answers.ts';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { accepted, cancel, readRun, untilEnded, untilRun } from './delegation.ts';
import { creditsLeft, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** A run that asks before it begins, answered through the official client. */

vi.setConfig({ testTimeout: 120_000 });

let program: Program;
beforeAll(async () => {
  program = await openProgram({ env: UNLIMITED });
});
afterAll(() => program.close());

/** The one title that the simulated models find too thin, with two questions. */
const THIN = 'Book dentist';

async function asked(): Promise<{ person: Person; run: WholeRun }> {
  const person = await signUp(program);
  const { id } = await accepted(program, person, await addTask(person, THIN));
  return { person, run: await untilRun(person, id, ({ status }) => status === 'waiting') };
}

async function answer({ client }: Person, body: unknown) {
  const { data, error } = await client.functions.invoke('answer-run', {
    body: JSON.stringify(body),
    headers: JSON_TYPE,
  });
  if (error === null) return { refused: null, ...answeredRunOutput.parse(data) };
  const { context: response }: FunctionsHttpError = error;
  const refused: unknown = { status: response.status, ...(await response.json()) };
  return { refused, run: null, accepted: null };
}
const JSON_TYPE = { 'content-type': 'application/json' };

const given = ({ answers }: WholeRun): unknown => answers?.map((each) => [each.answer, each.assumed]);

it('asks for no credit while it waits, and begins with what was answered and the default of the rest', async () => {
  const { person, run } = await asked();
  expect(run.questions?.map(({ id }) => id)).toEqual(['q1', 'q2']);
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS);
  const { accepted: isTaken, run: after } = await answer(person, {
    run_id: run.id,
    answers: { q2: 'On Friday' },
  });
  expect(isTaken).toBe(true);
  expect(after?.status).not.toBe('waiting');
  const ended = await untilEnded(person, run.id);
  expect(ended.status).toBe('succeeded');
  expect(given(ended)).toEqual([
    ['Check-up', true],
    ['On Friday', false],
  ]);
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS - 1);
});

describe('the first answer wins:', () => {
  it('of two devices at once, one is told that it was late, and both get the same run', async () => {
    const { person, run } = await asked();
    const other = await personOf(program, person.email);
    const both = await Promise.all([
      answer(person, { run_id: run.id, answers: { q1: 'Toothache' } }),
      answer(other, { run_id: run.id, answers: { q1: 'Cleaning' } }),
    ]);
    expect(both.filter((each) => each.accepted === true)).toHaveLength(1);
    expect(both.filter((each) => each.accepted === false)).toHaveLength(1);
    const first = both[0].accepted === true ? 'Toothache' : 'Cleaning';
    const ended = await untilEnded(person, run.id);
    expect(given(ended)).toEqual([
      [first, false],
      ['Next week', true],
    ]);
    expect(await creditsLeft(person)).toBe(WELCOME_CREDITS - 1);
    await expectSoundAccount(person);
  });

  it('the same again is a repeat, another one is late, also after the end', async () => {
    const { person, run } = await asked();
    const mine = { run_id: run.id, answers: { q1: 'Toothache' } };
    expect((await answer(person, mine)).accepted).toBe(true);
    expect((await answer(person, mine)).accepted).toBe(true);
    await untilEnded(person, run.id);
    expect((await answer(person, mine)).accepted).toBe(true);
    expect((await answer(person, { ...mine, answers: {} })).accepted).toBe(false);
    expect(await creditsLeft(person)).toBe(WELCOME_CREDITS - 1);
  });

  it('a cancelled run takes none', async () => {
    const { person, run } = await asked();
    await cancel(program, person, run.id);
    expect(await answer(person, { run_id: run.id, answers: {} })).toMatchObject({
      accepted: false,
      run: { status: 'cancelled' },
    });
    expect(await creditsLeft(person)).toBe(WELCOME_CREDITS);
  });
});

it('refuses what is no answer, says why, and goes on waiting', async () => {
  const { person, run } = await asked();
  const stranger = await signUp(program);
  const run_id = run.id;
  const refusals: readonly [who: Person, body: unknown, status: number, says: RegExp][] = [
    [stranger, { run_id, answers: {} }, 404, /Run not found/],
    [person, { run_id: crypto.randomUUID(), answers: {} }, 404, /Run not found/],
    [person, { run_id: 'that one', answers: {} }, 400, /run_id/],
    [person, { answers: {} }, 400, /run_id/],
    [person, { run_id }, 400, /answers/],
    [person, { run_id, answers: ['Toothache'] }, 400, /answers/],
    [person, { run_id, answers: { q1: 7 } }, 400, /q1/],
    [person, { run_id, answers: { q1: null } }, 400, /q1/],
    [person, { run_id, answers: { q1: '   ' } }, 400, /q1/],
    [person, { run_id, answers: { q1: 'x'.repeat(501) } }, 400, /must be at most 500 characters/],
    [person, { run_id, answers: { q1: 'a', q2: 'b', q3: 'c', q4: 'd' } }, 400, /at most 3 answers/],
    [person, { run_id, answers: {}, also: 'this' }, 400, /also/],
    [person, [], 400, /./],
  ];
  for (const [who, body, status, says] of refusals) {
    const { refused } = await answer(who, body);
    expect(refused, JSON.stringify(body)).toMatchObject({ status, message: expect.stringMatching(says) });
  }
  expect(await readRun(person, run_id)).toMatchObject({ status: 'waiting', answers: null });
  await cancel(program, person, run_id);
});

it('ignores answers to questions that it has not asked', async () => {
  const { person, run } = await asked();
  await answer(person, { run_id: run.id, answers: { q9: 'Never asked', __proto__x: 'y' } });
  expect(given(await untilEnded(person, run.id))).toEqual([
    ['Check-up', true],
    ['Next week', true],
  ]);
});

it('waits on after the server was killed, and takes the answer then', async () => {
  const { person, run } = await asked();
  await program.server.kill();
  await program.start();
  expect(await readRun(person, run.id)).toMatchObject({
    status: 'waiting',
    questions: run.questions,
    attempt: run.attempt,
  });
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS);
  expect((await answer(person, { run_id: run.id, answers: { q1: 'Toothache' } })).accepted).toBe(true);
  expect(given(await untilEnded(person, run.id))).toEqual([
    ['Toothache', false],
    ['Next week', true],
  ]);
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS - 1);
  await expectSoundAccount(person);
});
