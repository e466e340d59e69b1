import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI_TASK_TYPES, type AiTaskType, DEFAULT_IMAGE_OPTIONS, TOOLS } from '#domain/ai-task.ts';
import { DEMO_LABEL, WITH_A_MODEL } from '#domain/demo/demo-label.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { silentLog } from '#server/lib/log.ts';
import { createDemoWeb } from '#server/providers/demo/demo-web.ts';
import {
  DEMO_MODEL,
  type DemoProvider,
  startDemoProvider,
} from '#server/providers/demo/start-demo-provider.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { Tool, ToolFile, ToolInput } from '../tool.ts';
import { availableTools, usableTools } from './available-tools.ts';

let demo: DemoProvider;
let tools: readonly Tool[];

beforeAll(async () => {
  demo = await startDemoProvider({ log: silentLog, answerMs: 10 });
  const { baseUrl } = demo;
  const imageModel = createOpenAiImageModel({ baseUrl, log: silentLog, kind: 'demo' });
  tools = usableTools(
    availableTools({
      textModel: createOpenAiCompatibleTextModel({ baseUrl, log: silentLog, kind: 'demo' }),
      models: onlyModel(DEMO_MODEL),
      images: { imageModel, create: DEMO_MODEL, edit: DEMO_MODEL },
      web: createDemoWeb(),
      fileWork: createTestFileWork(),
    }),
  );
});
afterAll(() => demo.close());

const bytesOf = (name: string): Buffer =>
  readFileSync(new URL(`../../../../web/public/examples/${name}`, import.meta.url));

function exampleFiles(type: AiTaskType): ToolFile[] {
  const { file } = EXAMPLE_TASKS[type];
  if (file === null) return [];
  const bytes = bytesOf(file.name);
  return [{ name: file.name, type: file.type, size: bytes.length, read: async () => bytes }];
}

/** Runs an example as the app delegates it, with the given differences. */
async function run(type: AiTaskType, more: Partial<ToolInput> = {}) {
  const tool = tools.find((each) => each.type === type);
  if (!tool) throw new Error(`the demo does not offer ${type}`);
  const { title, category, priority, timeframe } = EXAMPLE_TASKS[type];
  const journal = createMemoryJournal();
  const aspect_ratio = TOOLS[type].edits ? 'original' : '1:1';
  const input = toolInput({
    task: { title, notes: '', category, priority, timeframe },
    files: exampleFiles(type),
    image: TOOLS[type].makes === 'image' ? { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio } : null,
    ...more,
  });
  const output = await tool.run(input, toolContext({ journal }));
  return { ...output, steps: journal.lines.map(({ key }) => key) };
}

const labelled = (text: string): string => `> **${DEMO_LABEL}**\n\n${text}`;

describe('an example task', () => {
  it.each(['answer', 'reasoning'] as const)('gets its prepared %s, with one label', async (type) => {
    const { content, notices } = await run(type);
    expect(content.startsWith(labelled(''))).toBe(true);
    expect(content.length).toBeGreaterThan(800);
    expect(content.match(/demo/gi)).toHaveLength(1);
    expect(notices).toEqual([{ key: 'demo', params: {} }]);
  });

  it('is researched with sources, quotes, one open point and one sentence that could not be verified', async () => {
    const { evidence, notices, steps } = await run('research');
    expect(evidence?.sources.map(({ host }) => host)).toEqual([
      'roads-of-austria.example',
      'brenner-motorway.example',
      'drivers-club.example',
      'south-tyrol-roads.example',
      'ring-car-hire.example',
    ]);
    expect(evidence?.unverified).toEqual(['Fines start at about 87 euros.']);
    expect(evidence?.open).toEqual(['Whether the hire car has alpine tyres']);
    expect(evidence?.unsourced).toBe(0);
    expect(notices.map(({ key }) => key)).toEqual(['demo', 'points_open']);
    expect(steps).toEqual(expect.arrayContaining(['planned_question', 'read_page', 'checked_answer']));
  });

  it('is searched for, with five links and nothing unverified', async () => {
    const { content, evidence } = await run('web_search');
    expect(evidence?.sources.map(({ host }) => host).toSorted()).toEqual([
      'farben-adler.example',
      'lehm-und-kalk.example',
      'malerdepot-west.example',
      'studio-farbton.example',
      'vienna-diy-guide.example',
    ]);
    expect(evidence).toMatchObject({ unverified: [], unsourced: 0 });
    expect(content).toContain('Farben Adler in Neubau opens longest on Saturday');
  });

  it('is computed from its table, every number from a query', async () => {
    const { content, evidence, notices } = await run('data_analysis');
    expect(content).toContain('# You spent €34,487 this year, most of it on Rent and energy');
    expect(evidence?.unverified).toEqual([]);
    expect(evidence?.analysis?.figures.map(({ kind }) => kind)).toEqual(['bar', 'line', 'box']);
    expect(evidence?.analysis?.queries).toHaveLength(7);
    expect(notices).toEqual([{ key: 'demo', params: {} }]);
  });

  it('is answered from its PDF, with the page of every point', async () => {
    const { content, evidence } = await run('doc_summary');
    expect(content).toContain('by 17:00 on the last day.[3]');
    expect(evidence?.sources.map(({ n }) => n)).toEqual([1, 3]);
    expect(evidence).toMatchObject({ unverified: [], unsourced: 0 });
  });

  it.each([
    ['create_image', 1024, 1024],
    ['image_edit', 1024, 1536],
  ] as const)('gets its prepared picture from %s', async (type, width, height) => {
    const { files, notices } = await run(type);
    expect(files).toMatchObject([{ width, height, type: 'image/png' }]);
    expect(notices).toEqual([{ key: 'demo', params: {} }]);
  });

  it('keeps everything but the walls of its picture', async () => {
    const { files } = await run('image_edit');
    const pixel = async (bytes: Buffer, left: number, top: number) => [
      ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ];
    const [before, after] = [bytesOf('hallway.webp'), files?.[0]?.bytes ?? Buffer.alloc(0)];
    expect(await pixel(after, 512, 1300)).toEqual(await pixel(before, 512, 1300));
    expect(await pixel(after, 20, 600)).not.toEqual(await pixel(before, 20, 600));
  });

  it.each(AI_TASK_TYPES)('of %s names the file that comes with it', (type) => {
    const { file } = EXAMPLE_TASKS[type];
    if (file === null) return expect(TOOLS[type].takes?.atLeast ?? 0).toBe(0);
    expect(createHash('sha256').update(bytesOf(file.name)).digest('hex')).toBe(file.sha256);
  });
});

describe('any other task', () => {
  const task = {
    title: 'Plan the weekend',
    notes: '',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
  } as const;

  it.each(AI_TASK_TYPES)('gets one line from %s on what a model would do', async (type) => {
    const { content, evidence, files, notices } = await run(type, { task });
    expect(content).toBe(labelled(WITH_A_MODEL[type]));
    expect({ evidence, files }).toEqual({});
    expect(notices).toEqual([{ key: 'demo', params: {} }]);
  });

  it.each([
    ['a wish', 'answer', { instruction: 'shorter' }],
    ['a follow-up', 'reasoning', { previousAnswer: 'Rent.' }],
    ['another language', 'research', { language: 'de' }],
    ['another file', 'doc_summary', { files: exampleFiles('data_analysis') }],
    ['a further file', 'answer', { files: exampleFiles('doc_summary') }],
  ] as const)('is what %s makes of an example', async (_what, type, more) => {
    expect((await run(type, more)).content).toBe(labelled(WITH_A_MODEL[type]));
  });
});
