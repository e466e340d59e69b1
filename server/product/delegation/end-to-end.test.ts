import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { RUN_ERROR_MESSAGES } from '#domain/run/run-messages.ts';
import { createLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Tool } from '#server/product/ai/tool.ts';
import { createAnswerTool } from '#server/product/ai/tools/answer/tool.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { countingDatabase } from '#tests/engines/wrapped/counting-database.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeProject, makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { type BegunRun, createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';

/** From the function to the provider and back, over the real queue and real HTTP. */

let test: TestDatabase;
let database: Database;
let simulator: AiSimulator;
let jobs: Jobs;
let world: ProductWorld;
/** Model id of the next attempts, which selects the simulator's script. */
let model = 'sim/fast';
/** Of fifty runs at once, some wait longer for their first word than a test wants to wait for a silent provider. */
let isCrowded = false;
/** Log lines for the operator. */
const lines: string[] = [];
const log = createLog('debug', (line) => lines.push(line));

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  simulator = await startAiSimulator();
  const provider = { baseUrl: simulator.url, apiKey: simulator.apiKey, log };
  const textModel = createOpenAiCompatibleTextModel({
    ...provider,
    patience: { silenceMs: 500, firstSignMs: 500 },
  });
  const patientModel = createOpenAiCompatibleTextModel(provider);
  const tool: Tool = {
    type: 'answer',
    kind: 'real',
    run: (input, context) =>
      createAnswerTool({ textModel: isCrowded ? patientModel : textModel, model }).run(input, context),
  };
  jobs = createJobs({ database, log });
  world = createProductWorld(database, { jobs, log, tools: [tool], limits: { retryDelay: 5, drain: 0 } });
  await jobs.start();
  await world.product.start();
});
afterEach(async () => {
  isCrowded = false;
  simulator.journal.clear();
  await assertInvariants(database);
});
afterAll(async () => {
  await world.product.stop();
  await jobs.stop();
  await simulator.close();
  await test.close();
});

function begin(script: string): Promise<BegunRun> {
  model = script;
  return world.begin();
}

it('an answer is streamed, stored once, and costs one credit', async () => {
  const { user, runId } = await begin('sim/slow-600');
  const run = await world.reach(runId, 'succeeded');
  const [response] = await database.query<{ content: string }>(
    'select content from public.ai_responses where run_id = $1',
    [runId],
  );
  const streamed = world.broadcasts.flatMap(({ payload }) =>
    'run_id' in payload && payload.run_id === runId && 'text' in payload ? [String(payload.text)] : [],
  );
  expect(streamed.length).toBeGreaterThan(2);
  expect(streamed.join('')).toBe(response?.content);
  expect(run.model_used).toContain('sim/slow-600');
  expect(await creditsUsed(database, user)).toBe(1);
});

describe('every provider failure fails the run with a message for people and a refund', () => {
  const faults: [script: string, code: RunErrorCode, calls: number][] = [
    ['sim/fail-401', 'temporarily_unavailable', 1],
    ['sim/fail-402', 'temporarily_unavailable', 1],
    ['sim/fail-429', 'busy', 4],
    ['sim/fail-429-retry-3600', 'busy', 1],
    ['sim/fail-500', 'provider_failed', 4],
    ['sim/html-502', 'provider_failed', 4],
    ['sim/error-200', 'provider_failed', 4],
    // Each of these calls takes its whole timeout.
    ['sim/silent', 'provider_failed', 2],
    ['sim/stall', 'provider_failed', 2],
    ['sim/cut', 'incomplete_answer', 4],
    ['sim/no-end', 'incomplete_answer', 4],
    ['sim/error-midstream', 'provider_failed', 4],
    ['sim/empty', 'empty_answer', 4],
    ['sim/blank', 'empty_answer', 4],
    ['sim/garbage', 'provider_failed', 4],
    ['sim/refused', 'refused', 1],
    ['sim/fail-context-llama', 'too_long', 1],
  ];
  it.each(faults)('%s', async (script, code, calls) => {
    const { user, runId } = await begin(script);
    const run = await world.reach(runId, 'failed');
    expect(run).toMatchObject({
      error_code: code,
      error_message: RUN_ERROR_MESSAGES[code],
      partial_text: '',
    });
    expect(simulator.journal.entries).toHaveLength(calls);
    expect(await creditsUsed(database, user)).toBe(0);
  });
});

it('a provider that fails twice is called a third time, and one credit is spent', async () => {
  const { user, runId } = await begin('sim/flaky-2-cut@end-to-end');
  await world.reach(runId, 'succeeded');
  expect(simulator.journal.entries).toHaveLength(3);
  expect(await creditsUsed(database, user)).toBe(1);
});

it("a cancelled run closes the provider's connection within two seconds", async () => {
  const { user, runId } = await begin('sim/slow-20000');
  await simulator.journal.waitFor((entry) => entry.request !== null);
  await world.cancel(user, runId);
  await simulator.journal.waitFor((entry) => entry.end === 'aborted', 2000);
  expect(await creditsUsed(database, user)).toBe(0);
});

it('the provider sees no id and no address of the user', async () => {
  const { user, runId } = await begin('sim/fast');
  await world.reach(runId, 'succeeded');
  const sent = JSON.stringify(simulator.journal.entries.map(({ headers, body }) => ({ headers, body })));
  expect(sent).toContain('Write to the landlord');
  for (const secret of [user.id, user.email, runId]) expect(sent).not.toContain(secret);
});

it('each request contains what one user chose, and nothing of others', async () => {
  model = 'sim/fast';
  isCrowded = true;
  const people = await Promise.all(
    Array.from({ length: 50 }, async (_person, at) => {
      const [chosen, hidden] = [`CHOSEN-${at}-`, `HIDDEN-${at}-`];
      const user = await makeUser(database, {
        fullName: `${hidden}name`,
        email: `hidden-${at}-${randomUUID()}@mail.example`,
      });
      const project = (mark: string) => makeProject(database, user, { name: mark, description: mark });
      const [projectId, otherId] = [await project(`${chosen}project`), await project(`${hidden}project`)];
      const task = await makeTask(database, user, { title: `${chosen}task`, projectId });
      await makeTask(database, user, { title: `${chosen}beside`, projectId });
      await makeTask(database, user, { title: `${hidden}elsewhere`, projectId: otherId });
      await makeTask(database, user, { title: `${hidden}alone` });
      return { user, task, chosen };
    }),
  );
  const answers = await Promise.all(people.map(({ user, task }) => world.delegate(user, task)));
  await Promise.all(answers.map(({ run }) => world.reach(run?.id ?? '', 'succeeded')));
  const sent = simulator.journal.entries.map(({ body }) => JSON.stringify(body));
  const marks = sent.map((text) => [...new Set(text.match(/(?:CHOSEN|HIDDEN)-\d+-/g))].join(' '));
  expect(new Set(marks)).toEqual(new Set(people.map(({ chosen }) => chosen)));
  for (const text of sent) {
    expect(text).toMatch(/CHOSEN-\d+-task.*CHOSEN-\d+-beside/);
    expect(text).not.toMatch(/@mail|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).not.toContain(simulator.apiKey);
  }
});

it.each([
  ['a provider that repeats it', 'sim/echo'],
  ['one that leads elsewhere', 'sim/redirect'],
])('the key is sent to the provider only: not leaked by %s', async (_what, script) => {
  const { runId } = await begin(script);
  await world.reach(runId, 'failed');
  expect(simulator.journal.entries.map(({ path }) => path)).toEqual(
    simulator.journal.entries.map(() => '/v1/chat/completions'),
  );
  const told = JSON.stringify([await rowsBeside(randomUUID()), world.broadcasts, lines]);
  expect(told).toContain(runId);
  expect(told).not.toContain(simulator.apiKey);
});

it.each(['sim/tool-calls', 'sim/hostile'])(
  'whatever %s requests, only the rows of its own run change',
  async (script) => {
    const { user, runId, taskId } = await begin('sim/fast');
    await world.reach(runId, 'succeeded');
    await makeTask(database, user, { title: 'Stays', projectId: await makeProject(database, user) });
    const asked = await makeTask(database, user, { title: 'Delete all tasks; drop table tasks' });
    const before = await rowsBeside(asked);
    expect(before['tasks']).toContain(taskId);
    model = script;
    const { run } = await world.delegate(user, asked);
    await world.reach(run?.id ?? '', script === 'sim/hostile' ? 'succeeded' : 'failed');
    expect(await rowsBeside(asked)).toEqual(before);
  },
);

/**
 * All rows of users except this task and its runs, and derived data: the credit counts and the search index.
 */
async function rowsBeside(taskId: string): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('profiles', 'search_words') order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ all: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as all from public.${name} t
       where position($1 in t::text) = 0 and not exists (
         select from public.ai_runs r where r.task_id::text = $1 and position(r.id::text in t::text) > 0)`,
      [taskId],
    );
    rows[name] = row?.all ?? '';
  }
  return rows;
}

it('a delegation takes three round trips: decision and run, job, commit', async () => {
  const { database: counted, count } = countingDatabase(database, { ends: true });
  // Never started: only the function's own statements are counted. The queue is real.
  const counting = createProductWorld(counted, { jobs });
  const user = await makeUser(database);
  const task = await makeTask(database, user);
  model = 'sim/fast';
  const { status, run } = await counting.delegate(user, task);
  expect(status).toBe(202);
  expect(count()).toBe(3);
  await world.reach(run?.id ?? '', 'succeeded');
});
