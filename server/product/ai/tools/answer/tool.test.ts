import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { ANSWER, FIRST_HALF, IN_LANGUAGE, INVISIBLE, SECOND_HALF } from '#simulators/ai/answers.ts';
import { imagesOf } from '#simulators/ai/chat-request.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import {
  type BegunCall,
  CallRefused,
  type PlannedCall,
  type ToolContext,
  type ToolInput,
  type ToolOutput,
} from '../../tool.ts';
import type { TextToolOptions } from '../text/text-tool.ts';
import { createAnswerTool } from './tool.ts';

let simulator: AiSimulator;
let textModel: TextModel;

beforeAll(async () => {
  simulator = await startAiSimulator();
  textModel = createOpenAiCompatibleTextModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
    patience: { silenceMs: 300, firstSignMs: 2_000 },
  });
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const INPUT = toolInput();

/** What somebody who watches the run sees: the text as it stands on the screen, the steps, the calls. */
interface Watched {
  text: string;
  restarts: number;
  readonly steps: RunStep[];
  readonly calls: PlannedCall[];
  readonly generationIds: string[];
}

interface Given {
  readonly input?: Partial<ToolInput>;
  readonly options?: Partial<TextToolOptions>;
  readonly context?: Partial<ToolContext>;
}

function watch(given: Partial<ToolContext> = {}): { watched: Watched; context: ToolContext } {
  const watched: Watched = { text: '', restarts: 0, steps: [], calls: [], generationIds: [] };
  const context = toolContext({
    onText: (delta) => {
      watched.text += delta;
    },
    onRestart: () => {
      watched.text = '';
      watched.restarts += 1;
    },
    onStep: (step) => watched.steps.push(step),
    journal: createMemoryJournal((step) => watched.steps.push(step)),
    beforeCall: async (call) => {
      watched.calls.push(call);
      const generation = (id: string) => void watched.generationIds.push(id);
      return { settle: () => undefined, over: () => undefined, generation };
    },
    ...given,
  });
  return { watched, context };
}

async function run(model: string, given: Given = {}): Promise<Watched & { output: ToolOutput }> {
  const { watched, context } = watch(given.context);
  const tool = createAnswerTool({ textModel, model, ...given.options });
  const output = await tool.run({ ...INPUT, ...given.input }, context);
  return { ...watched, output };
}

const keysOf = (steps: readonly RunStep[]): string[] => steps.map((step) => step.key);

describe('an answer', () => {
  it('is streamed, and stored as it was streamed', async () => {
    const { output, text, calls, generationIds } = await run('sim/fast');
    expect(output).toMatchObject({ content: ANSWER, modelUsed: 'sim/fast', notices: [] });
    expect(text).toBe(ANSWER);
    expect(calls).toHaveLength(1);
    expect(generationIds).toEqual([simulator.journal.entries[0]?.generationId]);
  });

  it('is asked for with the cap of the specification, and room for thinking on top of it', async () => {
    await run('sim/fast');
    expect(simulator.journal.entries[0]?.request).toMatchObject({
      max_tokens: 2000 + 2000,
      temperature: 0.7,
      stream: true,
    });
  });

  it('says what it cost, and what was planned before the call', async () => {
    const { output, calls } = await run('sim/fast');
    const sent = simulator.journal.entries[0]?.request?.messages ?? [];
    expect(output.usage.calls).toBe(1);
    expect(output.usage.completionTokens).toBe(Math.ceil(ANSWER.length / 4));
    expect(output.usage.cost).toBeGreaterThan(0);
    expect(calls[0]).toMatchObject({ model: 'sim/fast', maxTokens: 4000 });
    expect(calls[0]?.promptTokens).toBeGreaterThanOrEqual(output.usage.promptTokens);
    expect(sent.map((message) => message.role)).toEqual(['system', 'user']);
  });

  it('does not know its cost where one of its calls does not', async () => {
    expect((await run('sim/no-usage')).output.usage).toMatchObject({ calls: 1, cost: null });
  });

  it('tells what was sent', async () => {
    const project = {
      title: 'Summer',
      description: null,
      category: 'project',
      taskTitles: ['A', 'B'],
    } as const;
    const { steps } = await run('sim/fast', { input: { project, previousAnswer: 'Old' } });
    expect(steps).toEqual([
      { key: 'read_task', params: { title: 'Plan the party' } },
      { key: 'used_project', params: { title: 'Summer', tasks: 2, of: 2, description: false } },
      { key: 'used_previous_answer', params: { characters: 3 } },
      { key: 'asked_model', params: { model: 'sim/fast' } },
    ]);
  });

  it('holds no invisible characters, neither on the way nor in the end', async () => {
    const { output, text } = await run('sim/invisible');
    expect(output.content).toBe(INVISIBLE.seen);
    expect(text).toBe(INVISIBLE.seen);
  });

  it('of nothing but a failure is a failure, with its kind', async () => {
    await expect(run('sim/fail-429-retry-30')).rejects.toMatchObject({ kind: 'rate', retryAfter: 30 });
    await expect(run('sim/stall')).rejects.toMatchObject({ kind: 'upstream', retryable: true });
    await expect(run('sim/empty')).rejects.toMatchObject({ kind: 'empty' });
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const running = run('sim/slow-5000', { context: { signal: controller.signal } });
    await simulator.journal.waitFor((entry) => entry.request !== null);
    controller.abort();
    await expect(running).rejects.toBe(controller.signal.reason);
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });

  it('is not asked for when the call is forbidden', async () => {
    const forbidden = new Error('out of budget');
    const running = run('sim/fast', { context: { beforeCall: () => Promise.reject(forbidden) } });
    await expect(running).rejects.toBe(forbidden);
    expect(simulator.journal.entries).toEqual([]);
  });
});

describe('an answer that was cut off at its cap', () => {
  it('is continued once, from where it stopped', async () => {
    const { output, text, steps } = await run('sim/length-once');
    expect(output.content).toBe(FIRST_HALF + SECOND_HALF);
    expect(text).toBe(FIRST_HALF + SECOND_HALF);
    expect(output.notices).toEqual([]);
    expect(output.usage.calls).toBe(2);
    expect(keysOf(steps)).toContain('continued_answer');
    expect(simulator.journal.entries[1]?.request?.messages.at(-2)).toEqual({
      role: 'assistant',
      content: FIRST_HALF,
    });
  });

  it('twice is marked, and what was repeated is not there twice', async () => {
    const { output } = await run('sim/length');
    expect(output.content).toBe(FIRST_HALF);
    expect(output.notices).toEqual([{ key: 'cut_short', params: {} }]);
    expect(simulator.journal.entries).toHaveLength(2);
  });

  it('is marked when no call is left to continue it', async () => {
    const { output } = await run('sim/length-once', { context: { beforeCall: allowing(1) } });
    expect(output.content).toBe(FIRST_HALF);
    expect(output.notices).toEqual([{ key: 'cut_short', params: {} }]);
  });

  it('is kept and marked when its continuation fails', async () => {
    const failing = changeSecondCall('sim/fail-529');
    const { output, text } = await run('sim/length-once', { options: { textModel: failing } });
    expect(output).toMatchObject({ content: FIRST_HALF, notices: [{ key: 'cut_short' }] });
    // A refused call costs nothing.
    expect(output.usage).toMatchObject({ calls: 2, cost: expect.any(Number) });
    expect(text).toBe(FIRST_HALF);
  });

  it('ends with the run when that is cancelled during the continuation', async () => {
    const controller = new AbortController();
    const options = { textModel: changeSecondCall('sim/slow-5000') };
    const running = run('sim/length-once', { options, context: { signal: controller.signal } });
    await simulator.journal.waitFor((entry) => entry.request?.model === 'sim/slow-5000');
    controller.abort();
    await expect(running).rejects.toBe(controller.signal.reason);
  });

  it('ends with the run when its continuation is forbidden', async () => {
    const lost = new Error('the run is in other hands');
    let calls = 0;
    const beforeCall = async (): Promise<BegunCall> => {
      calls += 1;
      if (calls === 2) throw lost;
      return { settle: () => undefined, over: () => undefined, generation: () => undefined };
    };
    await expect(run('sim/length-once', { context: { beforeCall } })).rejects.toBe(lost);
  });
});

describe('an answer in another language than asked for', () => {
  it('is written again, and the screen begins anew', async () => {
    const { output, text, restarts, steps } = await run('sim/english-first-de', {
      input: { language: 'de' },
    });
    expect(output).toMatchObject({ content: IN_LANGUAGE['de'], notices: [] });
    expect(text).toBe(IN_LANGUAGE['de']);
    expect(restarts).toBe(1);
    expect(keysOf(steps)).toContain('rewrote_in_language');
    const second = simulator.journal.entries[1]?.request?.messages ?? [];
    expect(second.at(-1)?.content).toContain('Schreibe die gesamte Antwort auf Deutsch.');
  });

  it('twice is kept as it is and marked, on the screen too', async () => {
    const options = { textModel: changeSecondCall('sim/fast') };
    const { output, text } = await run('sim/in-en', { input: { language: 'ja' }, options });
    expect(output.content).toBe(IN_LANGUAGE['en']);
    expect(output.notices).toEqual([{ key: 'other_language', params: { language: 'ja' } }]);
    expect(text).toBe(IN_LANGUAGE['en']);
    expect(simulator.journal.entries).toHaveLength(2);
  });

  it('is kept and marked when it cannot be written again', async () => {
    const options = { textModel: changeSecondCall('sim/fail-529') };
    const { output, text, restarts } = await run('sim/in-en', { input: { language: 'ru' }, options });
    expect(output.notices).toEqual([{ key: 'other_language', params: { language: 'ru' } }]);
    expect(text).toBe(IN_LANGUAGE['en']);
    expect(restarts).toBe(0);
  });

  it.each(Object.keys(IN_LANGUAGE))('is not seen where it is in the right one (%s)', async (code) => {
    const language = INPUT.language === code ? INPUT.language : readCode(code);
    const { output } = await run(`sim/in-${code}`, { input: { language } });
    expect(output.notices).toEqual([]);
    expect(simulator.journal.entries).toHaveLength(1);
  });
});

describe('an answer about pictures', () => {
  it('comes from the model that can look at them, which is sent them small and without notes', async () => {
    const bytes = await makePicture({ format: 'jpeg', width: 3000, height: 1000, orientation: 6 });
    const files = [
      { name: 'hall\nway.jpg', type: 'image/jpeg', size: bytes.length, read: async () => bytes },
      { name: 'b.png', type: 'image/png', size: 9, read: () => makePicture() },
    ];
    const reading = { visionModel: 'sim/sees', fileWork: createTestFileWork() };
    const { output, steps, calls } = await run('sim/fast', { input: { files }, options: { reading } });
    expect(output.content).toContain('I was shown 2 pictures');
    expect(output.modelUsed).toBe('sim/sees');
    expect(keysOf(steps)).toEqual(['read_task', 'read_file', 'read_file', 'asked_model']);
    expect(calls[0]?.promptTokens).toBeGreaterThan(3_200);
    const sent = simulator.journal.entries[0]?.request;
    const [first] = sent ? imagesOf(sent) : [];
    expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 523, height: 1568 });
    expect((await sharp(first).metadata()).orientation).toBeUndefined();
    expect(JSON.stringify(sent?.messages)).toContain('hall way.jpg');
  });

  it('is not offered where no model can look at them', () => {
    expect(createAnswerTool({ textModel, model: 'sim/fast' }).seesImages).toBe(false);
  });
});

/** Allows so many calls. */
function allowing(most: number): ToolContext['beforeCall'] {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls > most) throw new CallRefused('calls');
    return { settle: () => undefined, over: () => undefined, generation: () => undefined };
  };
}

/** The real client; its second call finds another script. */
function changeSecondCall(model: string): TextModel {
  let calls = 0;
  return {
    ...textModel,
    complete(request, options) {
      calls += 1;
      return textModel.complete(calls === 2 ? { ...request, model } : request, options);
    },
  };
}

function readCode(code: string): ToolInput['language'] {
  const codes = ['en', 'de', 'fr', 'ru', 'ar', 'fa', 'hi', 'ja', 'zh', 'ko', 'th'] as const;
  const found = codes.find((each) => each === code);
  if (!found) throw new Error(`no fixed answer in ${code}`);
  return found;
}
