import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_IMAGE_OPTIONS, IMAGE_SIZES } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { silentLog } from '#server/lib/log.ts';
import { startDemoProvider } from '#server/providers/demo/start-demo-provider.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { createOpenRouterImageModel } from '#server/providers/image-model/openrouter.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { makePicture, type PictureOptions } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import type { CallUsage, MadeFile, PlannedCall, ToolInput, ToolOutput } from '../../tool.ts';
import { createImageTool } from '../create-image/tool.ts';
import { createImageEditTool } from '../image-edit/tool.ts';

const fileWork = createTestFileWork();
let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

interface Given {
  readonly options?: Partial<ImageOptions>;
  readonly input?: Partial<ToolInput>;
  readonly picture?: PictureOptions;
  readonly router?: boolean;
}

interface Made {
  readonly output: ToolOutput;
  readonly file: MadeFile;
  readonly steps: readonly RunStep[];
  readonly calls: readonly PlannedCall[];
  readonly settled: readonly (CallUsage | null)[];
  /** How it looked on the way. */
  readonly previews: readonly Buffer[];
}

async function run(type: 'create' | 'edit', model: string, given: Given = {}): Promise<Made> {
  const steps: RunStep[] = [];
  const calls: PlannedCall[] = [];
  const settled: (CallUsage | null)[] = [];
  const previews: Buffer[] = [];
  const connection = { baseUrl: simulator.url, apiKey: simulator.apiKey, log: silentLog };
  const imageModel = given.router
    ? createOpenRouterImageModel(connection)
    : createOpenAiImageModel(connection);
  const tool = (type === 'edit' ? createImageEditTool : createImageTool)({ imageModel, model, fileWork });
  const context = toolContext({
    onStep: (step) => steps.push(step),
    journal: createMemoryJournal((step) => steps.push(step)),
    onPreview: (jpeg) => previews.push(jpeg),
    beforeCall: async (call) => {
      calls.push(call);
      return { settle: (usage) => void settled.push(usage), over: () => undefined, generation: () => {} };
    },
  });
  const bytes = type === 'edit' ? await makePicture(given.picture) : Buffer.alloc(0);
  const files =
    type === 'edit'
      ? [{ name: 'hall.png', type: 'image/png', size: bytes.length, read: async () => bytes }]
      : [];
  const image = {
    ...DEFAULT_IMAGE_OPTIONS,
    ...(type === 'edit' && { aspect_ratio: 'original' as const }),
    ...given.options,
  };
  const output = await tool
    .run({ ...INPUT, files, image, ...given.input }, context)
    .catch((error: unknown) => {
      throw Object.assign(error instanceof Error ? error : new Error(String(error)), { settled });
    });
  const [file] = output.files ?? [];
  if (!file) throw new Error('no file was made');
  return { output, file, steps, calls, settled, previews };
}

const INPUT = toolInput({
  task: {
    title: 'A poster for the summer party',
    notes: '',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
  },
});

const lastBody = (): unknown => simulator.journal.entries.at(-1)?.body;

describe('a new picture', () => {
  it.each([
    ['1:1', 1024, 1024],
    ['16:9', 1792, 1024],
    ['2:3', 1024, 1536],
  ] as const)(
    'of %s has the promised pixels, whatever the model can take',
    async (aspect_ratio, width, height) => {
      for (const [model, router] of [
        ['gpt-image-2.5-flare', false],
        ['gpt-image-1.5', false],
        ['sim/image', true],
      ] as const) {
        const { file } = await run('create', model, { options: { aspect_ratio }, router });
        expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'png', width, height });
        expect(file).toMatchObject({ type: 'image/png', width, height });
      }
    },
  );

  it('is shown on the way, small and made anew, and the file is another', async () => {
    const { file, previews } = await run('create', 'sim/image-preview-1000', {
      options: { aspect_ratio: '16:9' },
    });
    await expect.poll(() => previews.length).toBe(1);
    expect(await sharp(previews[0]).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
    expect((await sharp(file.bytes).metadata()).width).toBe(1792);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('is a %s where that is asked for', async (format) => {
    const { file } = await run('create', 'sim/image', { options: { format } });
    expect((await sharp(file.bytes).metadata()).format).toBe(format);
    expect(file.name).toBe(`image.${format === 'jpeg' ? 'jpg' : format}`);
  });

  it('comes without a background where that is asked for, or not at all', async () => {
    const options = { background: 'transparent', format: 'webp' } as const;
    const { file } = await run('create', 'sim/image', { options });
    expect((await sharp(file.bytes).stats()).isOpaque).toBe(false);
    await expect(run('create', 'sim/image-opaque', { options })).rejects.toMatchObject({
      code: 'opaque_image',
    });
  });

  it('is set right where the model does not heed what it is asked for', async () => {
    for (const model of ['sim/image-wrong-size', 'sim/image-jpeg']) {
      const { file } = await run('create', model);
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    }
  });

  it.each(['sim/image-garbage', 'sim/image-half'])('of %s is none', async (model) => {
    await expect(run('create', model)).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('is asked for in the words of the person, and all that is added can be read by them', async () => {
    const { steps, output } = await run('create', 'gpt-image-1.5', {
      options: { aspect_ratio: '16:9' },
      input: {
        wish: 'with lanterns',
        project: {
          title: 'Party',
          description: 'In the garden',
          category: 'project',
          taskTitles: ['Buy ice'],
        },
      },
    });
    const prompt =
      'A poster for the summer party\n\nwith lanterns\n\nContext, where it helps: it is for “Party”: In the garden\n\nKeep everything important inside the central horizontal band: the edges at the top and bottom are cut off.';
    expect(lastBody()).toMatchObject({ prompt, size: '1536x1024' });
    expect(steps).toEqual([
      { key: 'read_task', params: { title: 'A poster for the summer party' } },
      { key: 'asked_image_model', params: { model: 'gpt-image-1.5', width: 1536, height: 1024, prompt } },
      {
        key: 'checked_image',
        params: { width: 1792, height: 1024, format: 'png', size: expect.any(Number) },
      },
    ]);
    expect(output.content).toContain('1792 × 1024 pixels');
    expect(output.content).toContain('> with lanterns');
    expect(output.content).not.toContain('Buy ice');
  });

  it('that is to change another one is told first what is wanted of it', async () => {
    await run('create', 'gpt-image-1.5', {
      input: { instruction: 'In blue', previousAnswer: 'Image, 1024 × 1024 pixels, PNG, 9 kB.' },
    });
    expect(lastBody()).toMatchObject({ prompt: 'In blue\n\nA poster for the summer party' });
    await run('edit', 'sim/image', { input: { wish: 'In green' } });
    expect(lastBody()).toMatchObject({ prompt: expect.stringMatching(/^In green\s+A poster for/) });
  });

  it('is paid for by what the provider says, and not at all where it has made none', async () => {
    const { calls, settled } = await run('create', 'sim/image');
    expect(calls).toMatchObject([{ model: 'sim/image', usd: 0.02 }]);
    expect(settled).toMatchObject([{ cost: 0.011 }]);
    await expect(run('create', 'sim/image-fail-429')).rejects.toMatchObject({
      kind: 'rate',
      settled: [{ cost: 0 }],
    });
    await expect(run('create', 'sim/image-cut')).rejects.toMatchObject({ kind: 'upstream', settled: [] });
  });
});

describe('a changed picture', () => {
  /** The simulator turns red into cyan and blue into yellow. */
  async function coloursOf(file: MadeFile): Promise<string[]> {
    const { data, info } = await sharp(file.bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number): string => {
      const offset = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels;
      const [red = 0, green = 0, blue = 0] = data.subarray(offset, offset + 3);
      return red > 150 && green > 150
        ? 'yellow'
        : green > 150 && blue > 150
          ? 'cyan'
          : `${red},${green},${blue}`;
    };
    return [at(0.02), at(0.25), at(0.75), at(0.98)];
  }

  it.each([
    ['a model of any size', 'sim/image', false],
    ['a model of three sizes', 'gpt-image-1.5', false],
    ['the router', 'sim/image', true],
  ] as const)('keeps size and framing of the original with %s', async (_who, model, router) => {
    const { file, steps } = await run('edit', model, { picture: { width: 900, height: 500 }, router });
    expect(file).toMatchObject({ width: 900, height: 500 });
    expect(await coloursOf(file)).toEqual(['cyan', 'cyan', 'yellow', 'yellow']);
    expect(steps.map(({ key }) => key)).toEqual([
      'read_task',
      'read_file',
      'asked_image_model',
      'checked_image',
    ]);
  });

  it('is turned as the camera says', async () => {
    const { file } = await run('edit', 'sim/image', {
      picture: { width: 900, height: 500, format: 'jpeg', orientation: 6 },
    });
    expect(file).toMatchObject({ width: 500, height: 900 });
  });

  describe('of which only a part may change', () => {
    const mask = [{ shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 }] as const;
    const picture = { width: 900, height: 500 };

    it.each([
      ['a model of any size', 'sim/image', { width: 900, height: 500, editable: 0.5 }],
      [
        'a model of three sizes',
        'gpt-image-1.5',
        { width: 1536, height: 1024, editable: expect.closeTo(0.417, 2) },
      ],
    ] as const)('is sent with a mask of its size to %s', async (_who, model, facts) => {
      await run('edit', model, { picture, input: { mask } });
      const sent = await simulator.journal.waitFor(({ path }) => path === '/v1/images/edits');
      expect(sent.body).toMatchObject({ files: ['image', 'mask'], mask: facts });
    });

    it.each([
      ['a mask', 'sim/image', false],
      ['a mask and a frame', 'gpt-image-1.5', false],
      ['words alone', 'sim/image', true],
    ] as const)(
      'keeps the rest to the last bit, told with %s, and says what was put back',
      async (_how, model, router) => {
        const { file, steps } = await run('edit', model, { picture, input: { mask }, router });
        expect(await coloursOf(file)).toEqual(['208,32,32', '208,32,32', 'yellow', 'yellow']);
        const left = { left: 0, top: 0, width: 450, height: 500 };
        const pixels = (bytes: Buffer) => sharp(bytes).extract(left).raw().toBuffer();
        expect(await pixels(file.bytes)).toEqual(await pixels(await makePicture(picture)));
        // The simulator repaints all of a picture, as real models are known to.
        expect(steps.slice(-2).map(({ key, params }) => [key, params])).toEqual([
          ['kept_outside', { percent: 100 }],
          ['checked_image', expect.anything()],
        ]);
        expect(steps.find(({ key }) => key === 'asked_image_model')?.params).toMatchObject({
          prompt: expect.stringMatching(/Change only what lies between 50 % and \d+ % of the width/),
        });
      },
    );

    it('may be pressed into another format', async () => {
      const { file } = await run('edit', 'sim/image', {
        picture,
        input: { mask },
        options: { format: 'webp' },
      });
      expect(file).toMatchObject({ type: 'image/webp', width: 900, height: 500 });
    });
  });

  it('takes another shape where that is asked for', async () => {
    const { file } = await run('edit', 'sim/image', {
      picture: { width: 900, height: 500 },
      options: { aspect_ratio: '2:3', format: 'jpeg' },
    });
    expect(file).toMatchObject({ width: 1024, height: 1536, type: 'image/jpeg' });
  });

  it('is not blown up beyond what a model fills, and says so', async () => {
    const { file, output } = await run('edit', 'sim/image', { picture: { width: 5000, height: 1000 } });
    expect(file).toMatchObject({ width: 3840, height: 768 });
    expect(output.notices).toEqual([
      { key: 'scaled_down', params: { width: 5000, height: 1000, to_width: 3840, to_height: 768 } },
    ]);
  });
});

it.each(['1:1', '16:9', '2:3'] as const)(
  'the demo draws %s in its size, for nothing',
  async (aspect_ratio) => {
    const demo = await startDemoProvider({ log: silentLog, answerMs: 2 });
    const imageModel = createOpenAiImageModel({ baseUrl: demo.baseUrl, log: silentLog, kind: 'demo' });
    const calls: PlannedCall[] = [];
    const context = toolContext({
      beforeCall: async (call) => {
        calls.push(call);
        return { settle: () => undefined, over: () => undefined, generation: () => undefined };
      },
    });
    const task = { ...INPUT.task, title: EXAMPLE_TASKS.create_image.title };
    const image = { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio };
    const made = await createImageTool({ imageModel, model: 'demo', fileWork }).run(
      { ...INPUT, task, image },
      context,
    );
    await demo.close();
    expect(made.files).toMatchObject([IMAGE_SIZES[aspect_ratio]]);
    expect(calls.map(({ usd }) => usd)).toEqual([0]);
  },
);
