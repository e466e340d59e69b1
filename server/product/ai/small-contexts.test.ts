import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { textOf } from '#simulators/ai/chat-request.ts';
import type { ContextLimit } from '#simulators/ai/context-limit.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { someOf } from '#tests/long-run.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { openWebToolWorld, WEB_INPUT, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { Effects } from './engine/effects.ts';
import { onlyModel } from './models/choose-models.ts';
import { buildTools, usableTools } from './offer/available-tools.ts';
import type { Tool, ToolContext, ToolFile, ToolInput, ToolOutput } from './tool.ts';
import { createAnswerTool } from './tools/answer/tool.ts';
import { createDataAnalysisTool } from './tools/data-analysis/tool.ts';
import { createDocSummaryTool } from './tools/doc-summary/tool.ts';
import { createReasoningTool } from './tools/reasoning/tool.ts';
import { createResearchTool } from './tools/research/tool.ts';
import { createWebSearchTool } from './tools/web-search/tool.ts';

const fileWork = createTestFileWork({ limit: 60_000 });

const fileOf = (name: string, type: string, bytes: Buffer): ToolFile => ({
  name,
  type,
  size: bytes.length,
  read: async () => bytes,
});

const FILLER = 'And so both sides went through each of the points with patience and in good faith,';
/** Like a page of a contract: some 3,000 characters, of which a reader notes three sentences. */
const page = (number: number): string =>
  ['rent', 'heating', 'garden']
    .map(
      (about, at) =>
        `The ${about} of flat ${number} costs ${number * 10 + at} euros a month.\n${`${FILLER}\n`.repeat(11)}`,
    )
    .join('\n');
const CONTRACT = fileOf(
  'contract.pdf',
  'application/pdf',
  makePdf(Array.from({ length: 24 }, (_page, at) => page(at + 1))),
);
const TABLE = fileOf(
  'rent.csv',
  'text/csv',
  Buffer.from(Array.from({ length: 4_000 }, (_row, at) => `month ${at};${at * 7}`).join('\n')),
);
const SALES = fileOf(
  'sales.csv',
  'text/csv',
  Buffer.from(
    [
      ['region', 'amount', ...Array.from({ length: 48 }, (_column, at) => `note about part ${at}`)].join(';'),
      ...Array.from({ length: 60 }, (_row, at) =>
        [`Region ${at % 40}`, at * 7, ...Array.from({ length: 48 }, () => `seen by ${at}`)].join(';'),
      ),
    ].join('\n'),
  ),
);
const PROJECT: ToolInput['project'] = {
  title: 'Moving house',
  description: 'A move with many boxes and a long list of things to think of. '.repeat(120),
  category: 'project',
  taskTitles: Array.from({ length: 200 }, (_title, at) => `Pack and label box number ${at + 1} of the move`),
};
const NOTES = { ...toolInput().task, notes: 'Ask the landlord about the lift and the parking. '.repeat(200) };
const ABOUT: ToolInput['about'] = {
  country: 'DE',
  currency: 'EUR',
  units: 'metric',
  tone: 'formal',
  facts: 'I sing in a choir and keep bees. '.repeat(18),
};
const EARLIER = 'The earlier answer said this and that about the move and its boxes. '.repeat(260);

const TASKS: Readonly<Record<string, Partial<ToolInput>>> = {
  answer: {
    project: PROJECT,
    files: [TABLE],
    previousAnswer: EARLIER,
    instruction: 'Shorter, please.',
    task: NOTES,
  },
  reasoning: { task: NOTES, project: PROJECT, files: [CONTRACT, TABLE] },
  doc_summary: { task: NOTES, project: PROJECT, files: [CONTRACT] },
  data_analysis: { task: NOTES, project: PROJECT, files: [SALES] },
  web_search: {
    ...WEB_INPUT,
    task: { ...WEB_INPUT.task, notes: NOTES.notes },
    project: PROJECT,
    previousAnswer: EARLIER,
    instruction: 'With the fines.',
  },
  research: {
    ...WEB_INPUT,
    task: { ...WEB_INPUT.task, notes: NOTES.notes },
    project: PROJECT,
    previousAnswer: EARLIER,
    instruction: 'With the fines.',
  },
};

const CREATE: Readonly<Record<string, (effects: Effects) => Tool>> = {
  answer: (effects) => createAnswerTool({ ...effects, model: 'sim/fast', reading: READING }),
  reasoning: (effects) => createReasoningTool({ ...effects, model: 'sim/fast', reading: READING }),
  data_analysis: (effects) => createDataAnalysisTool({ effects, fileWork }),
  doc_summary: (effects) => createDocSummaryTool({ effects, fileWork }),
  web_search: createWebSearchTool,
  research: createResearchTool,
};
const READING = { fileWork, visionModel: null };
const MODELS: Readonly<Record<string, string>> = { doc_summary: 'sim/pdf', data_analysis: 'sim/analyst' };

async function run(
  world: WebToolWorld,
  type: string,
  window: number,
  context: Partial<ToolContext> = {},
): Promise<ToolOutput> {
  const create = CREATE[type];
  if (!create) throw new Error(`no such tool: ${type}`);
  const effects = world.effects(MODELS[type] ?? 'sim/team', { windowOf: () => window });
  return create(effects).run(toolInput({ ...TASKS[type], about: ABOUT }), toolContext(context));
}

const keysOf = (notices: readonly RunNotice[]): string[] => notices.map(({ key }) => key);

const CONTEXTS: readonly ContextLimit[] = [
  { tokens: 8_192, beyond: 'refuse' },
  { tokens: 8_192, beyond: 'cut' },
  { tokens: 4_096, beyond: 'refuse' },
  { tokens: 4_096, beyond: 'cut' },
];
// The first and the last.
describe.each(someOf(CONTEXTS, 3))(
  'a server that takes $tokens tokens, and beyond them will $beyond',
  (context) => {
    let world: WebToolWorld;
    beforeAll(async () => {
      world = await openWebToolWorld({ ai: { context } });
    });
    afterAll(() => world.close());

    // Its rules alone take a third of the smaller context, so it isn't offered there.
    const types = Object.keys(TASKS).filter((type) => type !== 'data_analysis' || context.tokens >= 8_000);
    it.each(types)('gets prompts that fit, if its context is known: %s', async (type) => {
      world.clear();
      const output = await run(world, type, context.tokens);
      expect(output.content).not.toBe('');
      for (const { request } of world.simulator.journal.entries) {
        const prompt = (request?.messages ?? []).map(textOf).join('');
        expect(prompt.length / 4 + (request?.max_tokens ?? 0)).toBeLessThan(context.tokens);
      }
    });

    it('reads all pages of a PDF in smaller chunks, and says if its writer did not get all claims', async () => {
      world.clear();
      const { evidence, notices } = await run(world, 'doc_summary', context.tokens);
      expect(evidence?.pages_read).toBe(24);
      expect(world.asked('pdf_claims').length).toBeGreaterThan(4);
      expect(keysOf(notices)).toEqual(context.tokens < 8_000 ? ['notes_left_out'] : []);
      // The remaining sources are from the whole document.
      expect(evidence?.sources.length).toBeGreaterThan(4);
    });

    it('reports how much of each file fitted', async () => {
      const { notices } = await run(world, 'reasoning', context.tokens);
      const cut = notices.filter(({ key }) => key === 'file_cut').map(({ params }) => params);
      expect(cut).toEqual([
        { name: 'contract.pdf', percent: expect.any(Number) },
        { name: 'rent.csv', percent: expect.any(Number) },
      ]);
    });
  },
);

it.each([
  [8_192, 'answer'],
  [8_192, 'reasoning'],
  [8_192, 'doc_summary'],
  [8_192, 'data_analysis'],
  [4_096, 'web_search'],
  [4_096, 'research'],
])('a server of %i tokens with unknown context refuses: %s', async (tokens, type) => {
  const world = await openWebToolWorld({ ai: { context: { tokens, beyond: 'refuse' } } });
  await expect(run(world, type, Number.POSITIVE_INFINITY)).rejects.toThrow();
  await world.close();
});

describe('a server whose context is smaller than it was thought to be', () => {
  const doc = { ...TASKS['doc_summary'], about: ABOUT };
  async function summarise(world: WebToolWorld, windowOf: (model: string) => number, seen: RunStep[] = []) {
    const { textModel } = world.effects('sim/pdf');
    const models = onlyModel('sim/pdf');
    const tools = usableTools(buildTools({ textModel, models, windowOf, images: null, fileWork }));
    const tool = tools.find(({ type }) => type === 'doc_summary');
    if (!tool) throw new Error('the tool was not built');
    return tool.run(toolInput(doc), toolContext({ onStep: (step) => void seen.push(step) }));
  }

  // What is cut is noticed from half of the prompt on.
  it.each([
    { beyond: 'refuse', thought: 8_192 },
    { beyond: 'cut', thought: 16_384 },
  ] as const)('gets less, and reads all, if it will $beyond', async ({ beyond, thought }) => {
    const world = await openWebToolWorld({ ai: { context: { tokens: 4_096, beyond } } });
    const seen: RunStep[] = [];
    const { evidence, usage } = await summarise(world, () => thought, seen);
    expect(evidence?.pages_read).toBe(24);
    expect(seen.filter(({ key }) => key === 'opened_pdf')).toHaveLength(1);
    const { entries } = world.simulator.journal;
    expect(usage.calls).toBe(entries.filter(({ method }) => method === 'POST').length);
    await world.close();
  });

  it('fails as too long if the least that is tried is too much, or nothing is known', async () => {
    const world = await openWebToolWorld({ ai: { context: { tokens: 900, beyond: 'refuse' } } });
    await expect(summarise(world, () => 8_192)).rejects.toMatchObject({ code: 'too_long' });
    const before = world.simulator.journal.entries.length;
    await expect(summarise(world, () => Number.POSITIVE_INFINITY)).rejects.toMatchObject({
      code: 'too_long',
    });
    expect(world.simulator.journal.entries.length).toBeGreaterThan(before);
    await world.close();
  });
});

it('a run resumed with another context starts over, because its chunks differ', async () => {
  const world = await openWebToolWorld();
  const journal = createMemoryJournal();
  const crash = new Error('the power went out');
  const beforeCall: ToolContext['beforeCall'] = async ({ step }) => {
    if (step === 'write') throw crash;
    return { settle: () => undefined, over: () => undefined, generation: () => undefined };
  };
  await expect(run(world, 'doc_summary', 8_192, { journal, beforeCall })).rejects.toBe(crash);
  const before = world.asked('pdf_claims').length;
  await expect(run(world, 'doc_summary', 8_192, { journal, beforeCall })).rejects.toBe(crash);
  expect(world.asked('pdf_claims')).toHaveLength(before);
  const { evidence } = await run(world, 'doc_summary', 4_096, { journal });
  expect(world.asked('pdf_claims').length).toBeGreaterThan(2 * before);
  expect(evidence?.pages_read).toBe(24);
  await world.close();
});
