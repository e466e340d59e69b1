import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { ANSWER } from '#simulators/ai/answers.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { simulatedEffects, toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { NOTHING_USED } from '../../models/make-call.ts';
import { CallRefused, type PlannedCall, type ToolContext, type ToolInput } from '../../tool.ts';
import { createImageTool } from '../create-image/tool.ts';
import { createImageEditTool } from '../image-edit/tool.ts';

const fileWork = createTestFileWork();
let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const INPUT = toolInput({
  task: {
    title: 'Invite the neighbours',
    notes: '',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
  },
  wish: 'Two foxes in the snow',
  project: { title: 'Party', description: 'In May', category: 'project', taskTitles: ['Buy ice'] },
  image: DEFAULT_IMAGE_OPTIONS,
});

interface Given {
  readonly writer?: string;
  readonly input?: Partial<ToolInput>;
  readonly context?: Partial<ToolContext>;
  readonly edits?: boolean;
  readonly model?: string;
}

async function make(given: Given = {}) {
  const { writer = 'sim/fast', model = 'sim/image', input, context, edits = false } = given;
  const shown: RunStep[] = [];
  const journal = createMemoryJournal();
  const calls: PlannedCall[] = [];
  const connection = { baseUrl: simulator.url, apiKey: simulator.apiKey, log: silentLog };
  const patience = { calls: 1, delay: 1, inPlace: 50, spare: 10_000 };
  const tool = (edits ? createImageEditTool : createImageTool)({
    imageModel: createOpenAiImageModel(connection),
    model,
    fileWork,
    briefing: simulatedEffects(simulator, writer, { patience }),
  });
  const bytes = edits ? await makePicture({}) : Buffer.alloc(0);
  const files = [{ name: 'hall.png', type: 'image/png', size: bytes.length, read: async () => bytes }];
  const output = await tool.run(
    { ...INPUT, files: edits ? files : [], ...input },
    toolContext({
      onStep: (step) => shown.push(step),
      journal,
      beforeCall: async (call) => {
        calls.push(call);
        return { settle: () => undefined, over: () => undefined, generation: () => undefined };
      },
      ...context,
    }),
  );
  const steps = [...shown, ...journal.lines];
  return { output, steps, calls: calls.map(({ model }) => model), prompt: promptOf(steps) };
}

function promptOf(steps: readonly RunStep[]): string | undefined {
  return steps.find((step) => step.key === 'asked_image_model')?.params.prompt;
}

const bodies = (): string[] => simulator.journal.entries.map(({ body }) => JSON.stringify(body));
const keysOf = (steps: readonly RunStep[]): string[] => steps.map(({ key }) => key);

describe('the brief of a picture', () => {
  it('is written from the task by a text model, and is all that the image model gets', async () => {
    const { output, steps, calls, prompt } = await make();
    expect(calls).toEqual(['sim/fast', 'sim/image']);
    const [asked = '', drawn] = bodies();
    expect(asked).toContain('Invite the neighbours');
    expect(asked).toMatch(/<wish-[^>]+>\\nTwo foxes in the snow\\n<\/wish-/);
    expect(drawn).not.toContain('Invite the neighbours');
    expect(prompt).toBe(ANSWER.trim());
    expect(steps).toContainEqual({ key: 'wrote_brief', params: { model: 'sim/fast', brief: prompt } });
    expect(output.usage.calls).toBe(2);
    expect(output.usage.cost).toBeGreaterThan(0.011);
  });

  it('is paid for once, however often the picture is tried', async () => {
    const journal = createMemoryJournal();
    const failing = make({ context: { journal }, model: 'sim/image-fail-503' });
    await expect(failing).rejects.toMatchObject({ kind: 'upstream', retryable: true });
    const again = await make({ context: { journal } });
    expect(again.calls).toEqual(['sim/image']);
    expect(again.prompt).toBe(ANSWER.trim());
    expect(keysOf(again.steps)).not.toContain('asked_for_brief');
  });

  it('and its picture are on record: a server that dies before the end pays for neither again', async () => {
    const journal = createMemoryJournal();
    const first = await make({ context: { journal } });
    const again = await make({ context: { journal } });
    expect(again.calls).toEqual([]);
    expect(again.output).toEqual({
      ...first.output,
      usage: { ...first.output.usage, ...NOTHING_USED, calls: 0 },
    });
    expect(keysOf(again.steps)).not.toContain('asked_image_model');
  });

  it('of the person is used as it is, without a call', async () => {
    const { calls, prompt, steps } = await make({ input: { brief: 'A red fox' } });
    expect(calls).toEqual(['sim/image']);
    expect(prompt).toBe('A red fox');
    expect(keysOf(steps)).not.toContain('wrote_brief');
  });

  it('for a change keeps the region and sees the answer that is followed up', async () => {
    const { prompt } = await make({
      edits: true,
      input: {
        instruction: 'In blue',
        previousAnswer: 'Image, 9 kB. A fox.',
        image: { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: 'original' },
        mask: [{ shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 }],
      },
    });
    expect(bodies()[0]).toContain('A fox.');
    expect(prompt).toContain(ANSWER.trim());
    expect(prompt).toContain('Change only what lies between');
  });
});

describe('without a brief, the image model gets the task itself', () => {
  it.each(['sim/fail-401', 'sim/fail-402', 'sim/fail-429-retry-60', 'sim/fail-503', 'sim/empty'])(
    'where the text model answers like %s',
    async (writer) => {
      const { prompt, steps, output } = await make({ writer });
      expect(prompt).toContain('Invite the neighbours\n\nTwo foxes in the snow');
      expect(keysOf(steps)).toContain('asked_for_brief');
      expect(keysOf(steps)).not.toContain('wrote_brief');
      expect(output.files).toHaveLength(1);
    },
  );

  it('where the budget allows no call for it', async () => {
    const beforeCall: ToolContext['beforeCall'] = async ({ model }) => {
      if (model === 'sim/fast') throw new CallRefused('run_budget');
      return { settle: () => undefined, over: () => undefined, generation: () => undefined };
    };
    const { prompt } = await make({ context: { beforeCall } });
    expect(prompt).toContain('Two foxes in the snow');
  });

  it('but a run that is stopped makes no picture', async () => {
    const stop = new AbortController();
    const beforeCall: ToolContext['beforeCall'] = async () => {
      stop.abort(new Error('stopped'));
      throw new CallRefused('calls');
    };
    await expect(make({ context: { signal: stop.signal, beforeCall } })).rejects.toThrow('stopped');
    expect(simulator.journal.entries).toEqual([]);
  });
});
