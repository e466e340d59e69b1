import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDemoLabel } from '#domain/demo/demo-label.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { RUN_ERROR_MESSAGES } from '#domain/run/run-messages.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { TextFailure } from '#server/providers/text-model/text-model.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { losingAnswers } from '#tests/engines/wrapped/losing-answers.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeProject, makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { callsOf, responsesOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import {
  answering,
  createScriptedTool,
  failing,
  hanging,
  type ToolScript,
} from '#tests/worlds/scripted-tool.ts';

let test: TestDatabase;
let database: Database;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
beforeEach(async () => {
  world = createProductWorld(database, { limits: { retryDelay: 5, drain: 0, sweep: 100 } });
  await world.product.start();
});
afterEach(async () => {
  await world.product.stop();
  await assertInvariants(database);
});
afterAll(() => test.close());

const keysOf = async (runId: string): Promise<unknown[]> =>
  (await database.query('select key from public.ai_run_events where run_id = $1 order by seq', [runId])).map(
    (row) => row.key,
  );

describe('a run that succeeds', () => {
  it('stores the answer once, records its steps in order, and stays charged', async () => {
    const { user, taskId, runId } = await world.begin(answering('Dear ', 'landlord'));
    const run = await world.reach(runId, 'succeeded');
    expect(run).toMatchObject({ attempt: 1, model_used: 'test/fast-1', partial_text: '', error_code: null });
    expect(await responsesOf(database, runId)).toMatchObject([
      {
        task_id: taskId,
        user_id: user.id,
        content: 'Dear landlord',
        model_used: 'test/fast-1',
        is_demo: false,
        files: [],
      },
    ]);
    expect(await keysOf(runId)).toEqual(['queued', 'started', 'asked_model', 'succeeded']);
    expect(await creditsUsed(database, user)).toBe(1);
  });

  it('has its first words stored as plain text, for the list', async () => {
    const { runId } = await world.begin(answering('# Letter\n\nDear **landlord**, ', 'x'.repeat(5000)));
    await world.reach(runId, 'succeeded');
    const [response] = await responsesOf(database, runId);
    expect(response?.preview).toBe(`Dear landlord, ${'x'.repeat(185)}…`);
  });

  it('has its sources and gaps counted, for the list', async () => {
    const source = { n: 1, url: 'http://a.example/', host: 'a.example', title: 'A', date: null };
    const evidence = {
      sources: [{ ...source, read_at: '2026-11-22T10:00:00Z', quotes: [] }],
      pages_read: 3,
      unread: [],
      unverified: ['It costs 9 euros.'],
      open: ['Whether dogs may come', 'When it closes'],
    };
    const { runId } = await world.begin(async (input, context) => ({
      ...(await answering('Done')(input, context)),
      evidence,
    }));
    await world.reach(runId, 'succeeded');
    expect(await responsesOf(database, runId)).toMatchObject([{ evidence, source_count: 1, gap_count: 3 }]);
    const plain = await world.begin(answering('Done'));
    await world.reach(plain.runId, 'succeeded');
    expect(await responsesOf(database, plain.runId)).toMatchObject([{ source_count: 0, gap_count: 0 }]);
  });

  it('of the demo starts after the label, which the list shows in its own way', async () => {
    const labelled = withDemoLabel('The text');
    const { runId } = await world.begin(async (input, context) => ({
      ...(await answering(labelled)(input, context)),
      notices: [{ key: 'demo', params: {} }],
    }));
    await world.reach(runId, 'succeeded');
    expect(await responsesOf(database, runId)).toMatchObject([{ content: labelled, preview: 'The text' }]);
  });

  it('has its provider call recorded, with generation id and cost', async () => {
    const { runId } = await world.begin(answering('Done'));
    await world.reach(runId, 'succeeded');
    expect(
      await database.query(
        'select attempt, model, generation_id, usage from private.provider_calls where run_id = $1',
        [runId],
      ),
    ).toEqual([
      {
        attempt: 1,
        model: 'test/fast',
        generation_id: 'gen-1',
        usage: { promptTokens: 90, completionTokens: 20, cost: 0.0001 },
      },
    ]);
  });

  it("streams its text to the owner's private topic, without gaps", async () => {
    const pieces = ['The ', 'first ', 'half. ', 'The rest.'];
    const slowly: ToolScript = async (input, context) => {
      for (const piece of pieces) {
        context.onText(piece);
        await new Promise((resolve) => setTimeout(resolve, 130));
      }
      return answering(pieces.join(''))(input, { ...context, onText: () => undefined });
    };
    const { user, taskId, runId } = await world.begin(slowly);
    await world.reach(runId, 'succeeded');
    const sent = world.broadcasts.filter(({ payload }) => JSON.stringify(payload).includes(runId));
    expect(sent.length).toBeGreaterThan(1);
    let text = '';
    for (const { payload, ...message } of sent) {
      expect(message).toEqual({ topic: `user:${user.id}`, event: 'run_text', private: true });
      expect(payload).toMatchObject({ run_id: runId, task_id: taskId, attempt: 1, offset: text.length });
      text += 'text' in payload ? String(payload.text) : '';
    }
    expect(text).toBe(pieces.join(''));
  });

  it('keeps the text so far for clients that join in the middle', async () => {
    const { runId } = await world.begin(hanging('So far so good'));
    await vi.waitFor(async () => expect((await world.readRun(runId))?.partial_text).toBe('So far so good'), {
      timeout: 5000,
    });
  });

  it('stores an answer with characters that a database cannot hold', async () => {
    const { runId } = await world.begin(answering('NUL \0 and half a \ud83d smile'));
    await world.reach(runId, 'succeeded');
    expect(await responsesOf(database, runId)).toMatchObject([{ content: 'NUL  and half a \ufffd smile' }]);
  });

  it('shows the tool the task, its project and the titles around it, and nothing else', async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)];
    const project = await makeProject(database, user, { name: 'Moving', description: 'To Lyon in May' });
    const elsewhere = await makeProject(database, user, { name: 'Secret' });
    await makeTask(database, user, { title: 'Rent a van', projectId: project });
    await makeTask(database, user, { title: 'Not in it' });
    await makeTask(database, user, { title: 'Of another project', projectId: elsewhere });
    await makeTask(database, other, { title: 'Of another person' });
    const task = await makeTask(database, user, { title: 'Write the notice', projectId: project });
    const { run } = await world.delegate(user, task, { language: 'fr', wish: ' politely ' });
    await world.reach(run?.id ?? '', 'succeeded');
    expect(world.tool.inputs).toEqual([
      {
        task: {
          title: 'Write the notice',
          notes: '',
          category: 'personal',
          priority: 'medium',
          timeframe: 'today',
          dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
        project: {
          title: 'Moving',
          description: 'To Lyon in May',
          category: 'project',
          taskTitles: ['Rent a van'],
        },
        wish: 'politely',
        instruction: null,
        brief: null,
        about: { country: null, currency: null, units: null, tone: null, facts: '' },
        answers: [],
        previousAnswer: null,
        earlierSources: [],
        language: 'fr',
        contract: expect.objectContaining({ form: 'answer', language: 'fr' }),
        files: [],
        image: null,
        mask: null,
      },
    ]);
  });

  it('passes the answer that is followed up to the tool', async () => {
    const { user, taskId, runId } = await world.begin(answering('The first answer'), answering('The second'));
    await world.reach(runId, 'succeeded');
    const { run } = await world.delegate(user, taskId, { parent_run_id: runId, instruction: 'Shorter' });
    await world.reach(run?.id ?? '', 'succeeded');
    expect(world.tool.inputs[1]).toMatchObject({
      previousAnswer: 'The first answer',
      instruction: 'Shorter',
    });
    expect(await creditsUsed(database, user)).toBe(2);
  });
});

it("passes on the web sources of the earlier answer; the user's files are read again", async () => {
  const source = {
    n: 1,
    url: 'https://law.example/tyres',
    host: 'law.example',
    title: 'Tyres',
    date: null,
    read_at: '2026-11-20T09:00:00Z',
    quotes: [{ text: 'From 1 November', around: 'From 1 November to 15 April.' }],
  };
  const page = { ...source, n: 3, url: '', host: '', title: 'lease.pdf' };
  const evidence = { sources: [source, page], pages_read: 2, unread: [], unverified: [], open: [] };
  const first: ToolScript = async (input, context) => ({
    ...(await answering('Found')(input, context)),
    evidence,
  });
  const { user, taskId, runId } = await world.begin(first, answering('Shorter'));
  await world.reach(runId, 'succeeded');
  const { run } = await world.delegate(user, taskId, { parent_run_id: runId, instruction: 'Shorter' });
  await world.reach(run?.id ?? '', 'succeeded');
  expect(world.tool.inputs[0]?.earlierSources).toEqual([]);
  expect(world.tool.inputs[1]?.earlierSources).toEqual([source]);
});

describe('a failed run is refunded once and gives the reason', () => {
  const permanent: [TextFailure, RunErrorCode][] = [
    ['auth', 'temporarily_unavailable'],
    ['payment', 'temporarily_unavailable'],
    ['request', 'not_set_up'],
    ['context', 'too_long'],
    ['refused', 'refused'],
  ];
  it.each(permanent)('after one call: %s', async (kind, code) => {
    const { user, runId } = await world.begin(failing(kind));
    const run = await world.reach(runId, 'failed');
    expect(run).toMatchObject({ error_code: code, error_message: RUN_ERROR_MESSAGES[code] });
    expect(await callsOf(database, runId)).toBe(1);
    expect(await creditsUsed(database, user)).toBe(0);
  });

  const passing: [TextFailure, RunErrorCode][] = [
    ['rate', 'busy'],
    ['upstream', 'provider_failed'],
    ['truncated', 'incomplete_answer'],
    ['empty', 'empty_answer'],
    ['protocol', 'provider_failed'],
  ];
  it.each(passing)('after four calls: %s', async (kind, code) => {
    const { user, runId } = await world.begin(failing(kind, { retryable: true }));
    expect(await world.reach(runId, 'failed')).toMatchObject({
      error_code: code,
      error_message: RUN_ERROR_MESSAGES[code],
    });
    expect(await callsOf(database, runId)).toBe(4);
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('when the tool throws an unexpected error', async () => {
    const { user, runId } = await world.begin(() =>
      Promise.reject(new TypeError('undefined is not a function')),
    );
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'internal' });
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('when the database rejects its answer', async () => {
    const { runId, user } = await world.begin(async (input, context) => ({
      ...(await answering('x')(input, context)),
      content: '',
      written: 'x',
    }));
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'internal' });
    expect(await creditsUsed(database, user)).toBe(0);
    expect(await callsOf(database, runId)).toBe(1);
  });

  it('when its deadline passes, although the tool ignores its signal', async () => {
    const hurried = createProductWorld(database, { limits: { runDeadline: 400 } });
    hurried.tool.script = [() => new Promise(() => undefined)];
    await hurried.product.start();
    const user = await makeUser(database);
    const { run } = await hurried.delegate(user, await makeTask(database, user));
    expect(await hurried.reach(run?.id ?? '', 'failed')).toMatchObject({ error_code: 'deadline' });
    expect(await creditsUsed(database, user)).toBe(0);
    await hurried.product.stop();
  });

  it('when the provider asks to wait past the deadline', async () => {
    const { runId } = await world.begin(failing('rate', { retryable: true, retryAfter: 3600 }));
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'busy' });
    expect(await callsOf(database, runId)).toBe(1);
  });

  it('when the connected model became a demo, or the reverse, while it waited', async () => {
    world.jobs.delivering = false;
    await world.product.stop();
    const { runId } = await world.begin(answering('Never'));
    world = createProductWorld(database, { tool: createScriptedTool('demo') });
    await world.product.start();
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'temporarily_unavailable' });
  });
});

describe('a provider that fails temporarily', () => {
  it('is called again, and its earlier text is discarded', async () => {
    const broken: ToolScript = async (input, context) => {
      context.onText('Half an ans');
      return failing('truncated', { retryable: true })(input, context);
    };
    const { user, runId } = await world.begin(broken, answering('A whole answer'));
    await world.reach(runId, 'succeeded');
    expect(await keysOf(runId)).toEqual(['queued', 'started', 'retrying', 'asked_model', 'succeeded']);
    const sent = world.broadcasts.map(({ payload }) => payload).filter((payload) => 'run_id' in payload);
    expect(sent).toMatchObject([
      { offset: 0, text: 'Half an ans' },
      { offset: 0, text: 'A whole answer' },
    ]);
    expect(await responsesOf(database, runId)).toMatchObject([{ content: 'A whole answer' }]);
    expect(await creditsUsed(database, user)).toBe(1);
  });

  it('and asks for half a minute releases the slot and is called then', async () => {
    const { runId } = await world.begin(
      failing('rate', { retryable: true, retryAfter: 30 }),
      answering('Later'),
    );
    await world.reach(runId, 'queued');
    await vi.waitFor(async () => expect(await keysOf(runId)).toEqual(['queued', 'started', 'waiting']));
    const job = world.jobs.sent.findLast(({ payload }) => JSON.stringify(payload).includes(runId));
    expect((job?.options.startAfter?.getTime() ?? 0) - Date.now()).toBeGreaterThan(25_000);
    // Its wait is over.
    await database.query('update private.run_leases set not_before = now() where run_id = $1', [runId]);
    await world.reach(runId, 'succeeded');
    expect(await callsOf(database, runId)).toBe(2);
  });

  it('is not called a fifth time after the run was resumed', async () => {
    const { runId } = await world.begin(failing('rate', { retryable: true, retryAfter: 30 }));
    for (let round = 0; round < 3; round += 1) {
      await vi.waitFor(async () => expect(await callsOf(database, runId)).toBe(round + 1));
      await world.reach(runId, 'queued');
      await database.query('update private.run_leases set not_before = now() where run_id = $1', [runId]);
    }
    expect(await world.reach(runId, 'failed')).toMatchObject({ error_code: 'busy' });
    expect(await callsOf(database, runId)).toBe(4);
  });
});

describe('a database that dies between a commit and its acknowledgement', () => {
  it('duplicates no step in a journal, and ends no run', async () => {
    await world.product.stop();
    const lossy = losingAnswers(database, 'private.record_action');
    world = createProductWorld(lossy.database, { limits: { drain: 0 } });
    await world.product.start();
    const { runId } = await world.begin(async (input, context) => {
      const lines = [{ key: 'asked_model' as const, params: { model: 'test/fast' } }];
      await context.journal.record({ step: 'plan', version: 'answer/1', result: { ok: true }, lines });
      return answering('Done')(input, { ...context, onStep: () => undefined });
    });
    await world.reach(runId, 'succeeded');
    expect(lossy.lost()).toBe(1);
    expect(await keysOf(runId)).toEqual(['queued', 'started', 'asked_model', 'succeeded']);
  });

  it('leads to a success, not to a lost run', async () => {
    await world.product.stop();
    const lossy = losingAnswers(database, 'private.finish_run');
    const info = vi.fn();
    world = createProductWorld(lossy.database, { limits: { drain: 0 }, log: { ...silentLog, info } });
    await world.product.start();
    const { runId } = await world.begin(answering('Done'));
    await vi.waitFor(
      () =>
        expect(info).toHaveBeenCalledWith('a run has succeeded', expect.objectContaining({ run_id: runId })),
      { timeout: 5000 },
    );
    expect(lossy.lost()).toBe(1);
    expect(await responsesOf(database, runId)).toHaveLength(1);
  });
});
