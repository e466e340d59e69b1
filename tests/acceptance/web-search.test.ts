import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { evidence } from '#domain/evidence.ts';
import { TRIAL_WORDS } from '#server/product/ai/offer/check-tools.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { searchSettings } from '#tests/worlds/web-hosts.ts';
import { cancel, delegate, runOf, untilEnded } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let web: WebSimulator;
let program: Program;

const TITLE = 'Check the winter tyre rules for the drive to Bolzano';

beforeAll(async () => {
  web = await startWebSimulator();
  program = await openProgram({
    // Slow enough to be met in the middle.
    model: 'sim/team-slow-700',
    env: {
      ...UNLIMITED,
      ...searchSettings(web),
    },
  });
});
afterAll(async () => {
  await program.close();
  await web.close();
});

async function begin(person: Person): Promise<string> {
  const more = { ai_task_type: 'web_search' };
  const answer = await delegate(program, person, await addTask(person, TITLE), { more });
  expect(answer).toMatchObject({ status: 202 });
  return runOf(answer).id;
}

/** Without the one by which each start finds out whether the engine works. */
const searchesOfRuns = (): number => web.journal.searches().filter((words) => words !== TRIAL_WORDS).length;

const formsAsked = (): string[] =>
  program.simulator.journal.entries.flatMap(({ request }) =>
    request ? [request.response_format?.json_schema.name ?? 'text'] : [],
  );

it('is offered where a search engine is configured', async () => {
  const config = z.object({ ai: z.object({ tools: z.array(z.string()) }) });
  const { ai } = config.parse(await (await fetch(`${program.url}/config.json`)).json());
  expect(ai.tools).toContain('web_search');
});

it('stopped, drops every connection without waiting for its answer, and gives the credit back', async () => {
  const person = await signUp(program);
  const runId = await begin(person);
  const readers = () =>
    program.simulator.journal.entries.filter(
      ({ request }) => request?.response_format?.json_schema.name === 'claims',
    );
  const open = (): number => readers().filter(({ end }) => end === 'open').length;
  await vi.waitFor(() => expect(open()).toBeGreaterThan(1), { interval: 5 });
  expect(runOf(await cancel(program, person, runId))).toMatchObject({ status: 'cancelled' });
  await vi.waitFor(() => expect(open()).toBe(0), { interval: 5 });
  expect(readers().some(({ end }) => end === 'aborted')).toBe(true);
  const asked = program.simulator.journal.entries.length;
  expect(await entriesOf(person, runId)).toEqual(['debit', 'refund']);
  expect(await creditsLeft(person)).toBe(15);
  expect(program.simulator.journal.entries).toHaveLength(asked);
});

it('killed in the middle, goes on where it was: nothing that is on record is asked for twice', async () => {
  web.journal.clear();
  const person = await signUp(program);
  const runId = await begin(person);
  const notes = async (): Promise<number> => {
    const { data } = await person.client.from('ai_run_events').select('key, attempt').eq('run_id', runId);
    return (data ?? []).filter(({ key, attempt }) => key === 'read_page' && attempt === 1).length;
  };
  await vi.waitFor(async () => expect(await notes()).toBeGreaterThanOrEqual(2), { timeout: 60_000 });
  await program.server.kill();
  program.simulator.journal.clear();
  const searches = searchesOfRuns();
  await program.start();
  expect(await untilEnded(person, runId, 90_000)).toMatchObject({ status: 'succeeded', attempt: 2 });

  const pages = new Set(web.journal.pages()).size;
  expect(formsAsked().toSorted()).toEqual([
    ...Array.from({ length: pages - (await notes()) }, () => 'claims'),
    'text',
    'verdicts',
  ]);
  expect([searches, searchesOfRuns()]).toEqual([3, 3]);
  expect(web.journal.pages()).toHaveLength(pages);
  const { data: events } = await person.client
    .from('ai_run_events')
    .select('key')
    .eq('run_id', runId)
    .order('seq');
  const keys = events?.map(({ key }) => key) ?? [];
  expect(keys.filter((key) => key !== 'recipients').slice(0, 5)).toEqual([
    'queued',
    'started',
    'read_task',
    'planned_search',
    'searched',
  ]);
  expect(keys.filter((key) => key === 'planned_search')).toHaveLength(1);
  expect(keys.slice(-5)).toEqual([
    'wrote_answer',
    'checked_answer',
    'read_twice',
    'reading_took',
    'succeeded',
  ]);
  expect(await entriesOf(person, runId)).toEqual(['debit']);
  await expectSoundAccount(person);

  const read = ({ client }: Person) =>
    client.from('ai_responses').select('content, evidence').eq('run_id', runId);
  const [answer] = (await read(person)).data ?? [];
  const kept = evidence.parse(answer?.evidence);
  expect(kept.sources.map(({ host }) => host)).toContain('law.example');
  for (const { quotes } of kept.sources) {
    for (const quote of quotes) expect(quote.around).toContain(quote.text);
  }
  expect((await read(await signUp(program))).data).toEqual([]);
});
