import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WholeRun } from '#domain/functions/answers.ts';
import { RUN_ERROR_MESSAGES, type RunErrorCode } from '#domain/run/run-messages.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { accepted, cancel, runOf, untilEnded, untilRun } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { SCRIPT_IN_TITLE, type Switchboard, startSwitchboard } from './switchboard.ts';

/** What the provider does, what the person is told, and how often it is asked: never more than four times. */
const FAULTS: readonly [script: string, code: RunErrorCode, calls: number][] = [
  ['fail-401', 'temporarily_unavailable', 1],
  ['fail-402', 'temporarily_unavailable', 1],
  ['fail-404', 'not_set_up', 1],
  ['fail-429-retry-1', 'busy', 4],
  ['fail-429-retry-3600', 'busy', 1],
  ['fail-500', 'provider_failed', 4],
  ['fail-503-retry-1', 'provider_failed', 4],
  ['html-200', 'not_set_up', 1],
  ['html-502', 'provider_failed', 4],
  ['error-200', 'provider_failed', 4],
  ['error-200-string', 'provider_failed', 4],
  ['echo', 'provider_failed', 4],
  ['redirect', 'not_set_up', 1],
  ['cut', 'incomplete_answer', 4],
  ['cut-at-start', 'incomplete_answer', 4],
  ['no-end', 'incomplete_answer', 4],
  ['error-midstream', 'provider_failed', 4],
  ['error-midstream-rate', 'busy', 4],
  ['error-midstream-string', 'too_long', 4],
  ['finish-error', 'provider_failed', 4],
  ['empty', 'empty_answer', 4],
  ['blank', 'empty_answer', 4],
  ['no-deltas', 'empty_answer', 4],
  ['garbage', 'provider_failed', 4],
  ['wrong-shape', 'provider_failed', 4],
  ['tool-calls', 'provider_failed', 4],
  ['refused', 'refused', 1],
  ['refusal', 'refused', 1],
  ['endless', 'provider_failed', 1],
  ['endless-line', 'provider_failed', 1],
];
/** Fifteen credits each: that many faults at the same time. */
const FAULTS_OF_ONE = 12;

interface Trial {
  readonly person: Person;
  readonly run: WholeRun;
  readonly title: string;
}

let program: Program;
let switchboard: Switchboard;
let people: Person[] = [];
const trials = new Map<string, Trial>();

beforeAll(async () => {
  program = await openProgram({
    model: SCRIPT_IN_TITLE,
    between: async (simulator) => {
      switchboard = await startSwitchboard(simulator);
      return switchboard.url;
    },
  });
  people = await Promise.all(Array.from({ length: 4 }, () => signUp(program)));
  // All at once: most of the time passes waiting between two calls.
  await Promise.all(FAULTS.map(async ([script], index) => begin(script, personOf(index))));
});
afterAll(async () => {
  await program.close();
  await switchboard.close();
});

const personOf = (index: number): Person => {
  const person = people[Math.floor(index / FAULTS_OF_ONE)];
  if (!person) throw new Error('more faults than credits');
  return person;
};

async function begin(script: string, person: Person): Promise<Trial> {
  const title = `[sim/${script}] Compare home contents insurance`;
  const trial = { person, title, run: await accepted(program, person, await addTask(person, title)) };
  trials.set(script, trial);
  return trial;
}

function trialOf(script: string): Trial {
  const trial = trials.get(script);
  if (!trial) throw new Error(`${script} was not begun`);
  return trial;
}

const callsFor = (title: string): number =>
  program.simulator.journal.entries.filter(({ body }) => JSON.stringify(body).includes(title)).length;

/** All that the person can read of a run. */
async function visibleOf({ client }: Person, runId: string): Promise<string> {
  const answers = await Promise.all([
    client.from('ai_runs').select('*').eq('id', runId),
    client.from('ai_run_events').select('*').eq('run_id', runId),
    client.from('ai_responses').select('*').eq('run_id', runId),
  ]);
  return JSON.stringify(answers.map(({ data }) => data));
}

/** The provider's words, its key, and those of the machinery between. */
const RAW =
  /sim-key|Simulated failure|<html|fetch failed|ECONN|socket|127\.0\.0\.1|Provider returned|Error:? at /i;

describe('a provider that fails costs nothing, and the person learns why in words of ours', () => {
  it.each(FAULTS)('%s', async (script, code, calls) => {
    const { person, run, title } = trialOf(script);
    const ended = await untilEnded(person, run.id, 60_000);
    expect(ended).toMatchObject({
      status: 'failed',
      error_code: code,
      error_message: RUN_ERROR_MESSAGES[code],
      partial_text: '',
    });
    expect(await entriesOf(person, run.id)).toEqual(['debit', 'refund']);
    expect(callsFor(title)).toBe(calls);
    expect(await visibleOf(person, run.id)).not.toMatch(RAW);
  });
});

it('a provider that asks for a minute of patience gets it, and the credit comes back to who does not wait', async () => {
  const person = await signUp(program);
  const { run, title } = await begin('fail-429-retry-60', person);
  await untilRun(person, run.id, ({ status, attempt }) => status === 'queued' && attempt === 1);
  const { data } = await person.client.from('ai_run_events').select('key, params').eq('run_id', run.id);
  const waiting = data?.find(({ key }) => key === 'waiting');
  const { resume_at } = z.object({ resume_at: z.coerce.date() }).parse(waiting?.params);
  expect(resume_at.getTime() - Date.now()).toBeGreaterThan(50_000);
  expect(callsFor(title)).toBe(1);
  expect(runOf(await cancel(program, person, run.id))).toMatchObject({ status: 'cancelled' });
  expect(await entriesOf(person, run.id)).toEqual(['debit', 'refund']);
});

it('a provider that recovers is asked again, for the same credit', async () => {
  const person = await signUp(program);
  const { run, title } = await begin('flaky-2-cut', person);
  expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded' });
  expect(callsFor(title)).toBe(3);
  expect(await entriesOf(person, run.id)).toEqual(['debit']);
  await expectSoundAccount(person);
});

it('a provider that says nothing at all is left when the person cancels', async () => {
  const person = await signUp(program);
  const { run, title } = await begin('silent', person);
  await program.simulator.journal.waitFor(({ body }) => JSON.stringify(body).includes(title));
  expect(runOf(await cancel(program, person, run.id))).toMatchObject({ status: 'cancelled' });
  await program.simulator.journal.waitFor(
    ({ body, end }) => end === 'aborted' && JSON.stringify(body).includes(title),
  );
  expect(await creditsLeft(person)).toBe(15);
});

// Both wait, of two programs.
describe.concurrent('a provider', () => {
  it('that says nothing is asked twice, each time as long as the operator says', async () => {
    const hasty = await openProgram({
      model: 'sim/silent',
      env: { ...UNLIMITED, AI_WAIT_SECONDS: 'first_sign=1' },
    });
    try {
      const person = await signUp(hasty);
      const run = await accepted(hasty, person, await addTask(person));
      expect(await untilEnded(person, run.id, 60_000)).toMatchObject({ status: 'failed' });
      expect(hasty.calls()).toBe(2);
      expect(await entriesOf(person, run.id)).toEqual(['debit', 'refund']);
      expect(await creditsLeft(person)).toBe(15);
    } finally {
      await hasty.close();
    }
  });

  it('that is not there at all is a failure like the others', async () => {
    await switchboard.close();
    const person = await signUp(program);
    const { run } = await begin('fast', person);
    expect(await untilEnded(person, run.id)).toMatchObject({
      status: 'failed',
      error_code: 'provider_failed',
      error_message: RUN_ERROR_MESSAGES.provider_failed,
    });
    expect(await visibleOf(person, run.id)).not.toMatch(RAW);
    expect(await entriesOf(person, run.id)).toEqual(['debit', 'refund']);
  });
});

it('after all of it, every account is sound and the key stands in no log', async () => {
  for (const person of people) {
    await expectSoundAccount(person);
    expect(await creditsLeft(person)).toBe(15);
  }
  expect(program.server.output()).not.toContain(program.simulator.apiKey);
});
