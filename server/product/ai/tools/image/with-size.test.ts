import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import type { CallUsage, ToolOutput } from '../../tool.ts';
import { createImageTool } from '../create-image/tool.ts';
import { createImageEditTool } from '../image-edit/tool.ts';

const fileWork = createTestFileWork();
const BAND =
  'Keep everything important inside the central horizontal band: the edges at the top and bottom are cut off.';
let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

/** One provider of one process, as runs have it. */
function connect(model: string) {
  const imageModel = createOpenAiImageModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
  });
  const create = createImageTool({ imageModel, model, fileWork });
  const edit = createImageEditTool({ imageModel, model, fileWork });
  return async (type: 'create' | 'edit', more: Partial<ReturnType<typeof toolInput>> = {}) => {
    const steps: RunStep[] = [];
    const settled: (CallUsage | null)[] = [];
    const context = toolContext({
      onStep: (step) => steps.push(step),
      beforeCall: async () => ({
        settle: (usage) => void settled.push(usage),
        over: () => undefined,
        generation: () => undefined,
      }),
    });
    const bytes = await makePicture({ width: 900, height: 500 });
    const input = {
      ...toolInput(),
      image: { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: '16:9' as const },
      files:
        type === 'edit'
          ? [{ name: 'hall.png', type: 'image/png', size: bytes.length, read: async () => bytes }]
          : [],
      ...more,
    };
    const output = await (type === 'edit' ? edit : create).run(input, context);
    return { output, steps, settled, picture: await sharp(pictureOf(output)).metadata() };
  };
}

function pictureOf({ files }: ToolOutput): Buffer {
  const [file] = files ?? [];
  if (!file) throw new Error('no file was made');
  return file.bytes;
}

const asked = (): unknown[] =>
  simulator.journal.entries.map(({ body }) =>
    typeof body === 'object' && body !== null && 'size' in body ? body.size : null,
  );

describe.each(['sim/image-three-sizes', 'sim/image-three-sizes-unnamed'])('%s', (model) => {
  it('is asked for the nearest of its sizes, which is cropped to the promised one', async () => {
    const run = connect(model);
    const { picture, steps, settled, output } = await run('create');
    expect(asked()).toEqual(['1792x1024', '1536x1024']);
    expect(picture).toMatchObject({ width: 1792, height: 1024, format: 'png' });
    // What was sent can be read: both times, and the second with what is cut off.
    const sent = steps.filter(({ key }) => key === 'asked_image_model');
    expect(sent).toMatchObject([
      { params: { width: 1792, height: 1024, prompt: expect.not.stringContaining(BAND) } },
      { params: { width: 1536, height: 1024, prompt: expect.stringContaining(BAND) } },
    ]);
    expect(output.content).toContain('are cut off');
    expect(output.usage.calls).toBe(2);
    // The refused call has cost nothing.
    expect(settled).toMatchObject([{ cost: 0 }, { cost: 0.011 }]);
  });

  it('is asked right at once the second time, by whichever tool', async () => {
    const run = connect(model);
    await run('create');
    simulator.journal.clear();
    const second = await run('create');
    const edited = await run('edit');
    expect(asked()).toEqual(['1536x1024', '1536x1024']);
    for (const { picture, output } of [second, edited]) {
      expect(picture).toMatchObject({ width: 1792, height: 1024 });
      expect(output.usage.calls).toBe(1);
    }
  });

  it('gets the original framed anew, so that a changed picture keeps all of it', async () => {
    const { picture, steps, settled } = await connect(model)('edit', {
      image: { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: 'original' },
      mask: [{ shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 }],
    });
    expect(picture).toMatchObject({ width: 900, height: 500 });
    expect(asked()).toEqual([expect.stringMatching(/^\d+x\d+$/), '1536x1024']);
    // The mask lies on the framed picture, whose size the model is asked for.
    expect(simulator.journal.entries.at(-1)?.body).toMatchObject({ mask: { width: 1536, height: 1024 } });
    expect(steps.filter(({ key }) => key === 'read_file')).toHaveLength(1);
    expect(settled).toMatchObject([{ cost: 0 }, { cost: 0.011 }]);
  });
});

it('a size that is taken is asked for once, and what is refused for another reason is not asked again', async () => {
  await connect('sim/image-three-sizes')('create', { image: DEFAULT_IMAGE_OPTIONS });
  expect(asked()).toEqual(['1024x1024']);
  simulator.journal.clear();
  await expect(connect('sim/image-moderated')('create')).rejects.toMatchObject({ kind: 'refused' });
  expect(asked()).toEqual(['1792x1024']);
});
