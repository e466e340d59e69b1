import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI_TASK_TYPES, type AiTaskType, DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { someOf } from '#tests/long-run.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { openWebToolWorld, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { Tool } from '../ai/tool.ts';
import { createAnswerTool } from '../ai/tools/answer/tool.ts';
import { createImageTool } from '../ai/tools/create-image/tool.ts';
import { createDataAnalysisTool } from '../ai/tools/data-analysis/tool.ts';
import { createDocSummaryTool } from '../ai/tools/doc-summary/tool.ts';
import { createImageEditTool } from '../ai/tools/image-edit/tool.ts';
import { createReasoningTool } from '../ai/tools/reasoning/tool.ts';
import { createResearchTool } from '../ai/tools/research/tool.ts';
import { createWebSearchTool } from '../ai/tools/web-search/tool.ts';

/** Models that break what was promised, through each tool, from the click to the ledger. */

/** What the models of a run play. `writer`: of a tool with one model, that one. */
interface Cast {
  readonly writer: string;
  readonly reader?: string;
  readonly planner?: string;
  readonly checker?: string;
}

const HONEST = {
  answer: 'fast',
  reasoning: 'reasoned',
  web_search: 'team',
  research: 'team',
  data_analysis: 'analyst',
  doc_summary: 'pdf',
  create_image: 'image',
  image_edit: 'image',
} as const satisfies Record<AiTaskType, string>;

let test: TestDatabase;
let database: Database;
let web: WebToolWorld;
let world: ProductWorld;
let cast: Cast;
const fileWork = createTestFileWork({ limit: 60_000, queryLimit: 60_000 });

beforeAll(async () => {
  [test, web] = await Promise.all([testDatabase(), openWebToolWorld()]);
  database = test.database;
  cast = { writer: HONEST.answer };
  world = createProductWorld(database, { tools: AI_TASK_TYPES.map(casting), limits: { drain: 0 } });
  await world.product.start();
});
afterAll(async () => {
  await world.product.stop();
  await assertInvariants(database);
  await Promise.all([test.close(), web.close()]);
});

/** A tool whose models are those of the run. */
const casting = (type: AiTaskType): Tool => ({
  ...create(type, { writer: HONEST[type] }),
  run: (input, context) => create(type, cast).run(input, context),
});

function create(type: AiTaskType, { writer, ...others }: Cast): Tool {
  const honest = `sim/${HONEST[type]}`;
  const model = `sim/${writer}`;
  const play = (role: Exclude<keyof Cast, 'writer'>): string => {
    const other = others[role];
    return other === undefined ? honest : `sim/${other}`;
  };
  const models = {
    planner: play('planner'),
    reader: play('reader'),
    writer: model,
    checker: play('checker'),
    viewer: null,
  };
  const effects = web.effects(model, { models });
  const { textModel } = effects;
  const { url: baseUrl, apiKey } = web.simulator;
  const imageModel = createOpenAiImageModel({ baseUrl, apiKey, log: silentLog });
  const tools: Readonly<Record<AiTaskType, () => Tool>> = {
    answer: () => createAnswerTool({ textModel, model }),
    reasoning: () => createReasoningTool({ textModel, model }),
    web_search: () => createWebSearchTool(effects),
    research: () => createResearchTool(effects),
    data_analysis: () => createDataAnalysisTool({ effects, fileWork }),
    doc_summary: () => createDocSummaryTool({ effects, fileWork }),
    create_image: () => createImageTool({ imageModel, model, fileWork }),
    image_edit: () => createImageEditTool({ imageModel, model, fileWork }),
  };
  return tools[type]();
}

const LEASE = Array.from(
  { length: 30 },
  (_page, at) => `Clause ${at + 1} says that the monthly rent of room ${at + 1} is ${1200 + at} euros.`,
);

/** The file that a tool needs. */
async function fileFor(type: AiTaskType): Promise<{ name: string; bytes: Buffer } | null> {
  if (type === 'doc_summary') return { name: 'a.pdf', bytes: makePdf(LEASE) };
  if (type === 'data_analysis')
    return { name: 'a.csv', bytes: Buffer.from('Region,Sales\nNorth,1200\nSouth,300\nNorth,99') };
  return type === 'image_edit' ? { name: 'a.png', bytes: await makePicture() } : null;
}

/** Delegates a task, and tells how its run ended, what its receipt says and what it has cost. */
async function outcomeOf(type: AiTaskType, models: Cast, more: object = {}) {
  cast = models;
  const user = await makeUser(database, { credits: 1 });
  const file = await fileFor(type);
  const attachments = file ? [await attachFile(database, world.files, user, file)] : [];
  const accepted = await world.delegate(user, await makeTask(database, user), {
    ai_task_type: type,
    attachments,
    ...more,
  });
  expect(accepted).toMatchObject({ status: 202 });
  const runId = accepted.run?.id ?? '';
  await expect
    .poll(async () => (await world.readRun(runId))?.status, { timeout: 60_000, interval: 20 })
    .toMatch(/succeeded|failed/);
  const run = await world.readRun(runId);
  const events = await database.query<{ key: string }>(
    'select key from public.ai_run_events where run_id = $1',
    [runId],
  );
  const answers = await database.query<{ files: object[] }>(
    'select files from public.ai_responses where run_id = $1',
    [runId],
  );
  return {
    status: run?.status,
    code: run?.error_code,
    contract: run?.contract,
    missed: run?.contract_outcome?.missed,
    mended: events.map(({ key }) => key).filter((key) => key === 'mended' || key === 'rewrote_in_language'),
    answers,
    cost: await creditsUsed(database, user),
  };
}

const ENDED_WELL = { status: 'succeeded', code: null, cost: 1, answers: [expect.anything()] };
const failedBy = (code: RunErrorCode | null) => ({
  status: 'failed',
  code: code ?? expect.any(String),
  answers: [],
  cost: 0,
});

/** In the long run all of them; each time some. */
const some = <T>(cases: readonly T[]): readonly T[] => someOf(cases, 4);

const CITING = ['research', 'web_search', 'data_analysis', 'doc_summary'] as const;
/** Where the person adds words of their own, code asks for no length. */
const OWN_WORDS = { wish: 'Only what matters most.' };
const MUSTS = [
  ...CITING.map((type) => [type, 'foreign', 'rewrote_in_language', {}] as const),
  ...(['reasoning', ...CITING] as const).map((type) => [type, 'short', 'mended', {}] as const),
  ...CITING.map((type) => [type, 'unsourced', 'mended', {}] as const),
  ...[{}, OWN_WORDS].map((more) => ['reasoning', 'unsectioned', 'mended', more] as const),
  ['reasoning', 'short', 'mended', OWN_WORDS] as const,
  ...[{}, OWN_WORDS].map((more) => ['answer', 'idle', 'mended', more] as const),
];
/** These say so before their contract is looked at. */
const NO_SOURCES: readonly AiTaskType[] = ['research', 'doc_summary'];

describe('a text that breaks a promise', () => {
  it.each(some(MUSTS))('%s, %s: is not delivered, and costs nothing', async (type, vice, _step, more) => {
    // Nor where a second reader believes everything.
    const models = { writer: `liar-${vice}-${HONEST[type]}`, checker: 'checker-believing' };
    const outcome = await outcomeOf(type, models, more);
    const isSourceless = vice === 'unsourced' && NO_SOURCES.includes(type);
    expect(outcome).toMatchObject(failedBy(isSourceless ? 'no_sources' : 'not_as_promised'));
  });

  it.each(some(MUSTS))(
    '%s, %s: is delivered once it is mended, which is told',
    async (type, vice, step, more) => {
      const outcome = await outcomeOf(type, { writer: `liar-${vice}-once-${HONEST[type]}` }, more);
      expect(outcome).toMatchObject({ ...ENDED_WELL, missed: [], mended: [step] });
    },
  );
});

describe('nothing is delivered, and nothing charged,', () => {
  it.each(
    some([
      ['web_search', 'no page gave a source', { reader: 'checker-talking' }],
      ['research', 'no page gave a source', { reader: 'checker-talking' }],
      ['data_analysis', 'no table was queried', { planner: 'checker-talking' }],
      ['doc_summary', 'most pages were not read', { reader: 'lazy-10-pdf' }],
      ['doc_summary', 'no page was read', { reader: 'lazy-0-pdf' }],
      ['create_image', 'it is no picture', { writer: 'image-garbage' }],
      ['image_edit', 'it is no picture', { writer: 'image-garbage' }],
      ['create_image', 'there is no picture', { writer: 'image-no-data' }],
      ['image_edit', 'there is no picture', { writer: 'image-no-data' }],
    ] as const),
  )('%s: where %s', async (type, _why, models) => {
    expect(await outcomeOf(type, { writer: HONEST[type], ...models })).toMatchObject(failedBy(null));
  });

  it('where a picture has a background that was to be transparent', async () => {
    const image = { ...DEFAULT_IMAGE_OPTIONS, background: 'transparent' };
    const outcome = await outcomeOf('create_image', { writer: 'image-opaque' }, { image });
    expect(outcome).toMatchObject(failedBy('opaque_image'));
  });
});

const TEXTS = ['answer', 'reasoning', ...CITING] as const;
const WISH = '- kayaks';
const NOT_COVERED = { key: 'points', params: { points: ['kayaks'] } };
const NOT_CHECKED = { ...NOT_COVERED, key: 'points_unchecked' };
const TOLD = [
  ...TEXTS.map((type) => {
    const isRead = type !== 'answer' && type !== 'reasoning';
    return [
      type,
      'a point left out',
      HONEST[type],
      isRead ? NOT_COVERED : NOT_CHECKED,
      { wish: WISH },
    ] as const;
  }),
  ...(['answer', 'reasoning'] as const).map(
    (type) => [type, 'another language', `liar-foreign-${HONEST[type]}`, { key: 'language' }, {}] as const,
  ),
  ...(['reasoning', ...CITING] as const).map(
    (type) => [type, 'too many words', `liar-wordy-${HONEST[type]}`, { key: 'words' }, {}] as const,
  ),
  ['reasoning', 'missing sections', 'fast', { key: 'sections' }, {}],
] as const;

describe('what is kept in part is delivered, and told:', () => {
  it.each(some(TOLD))('%s with %s', async (type, _what, writer, told, more) => {
    const outcome = await outcomeOf(type, { writer }, more);
    expect(outcome).toMatchObject({
      ...ENDED_WELL,
      missed: expect.arrayContaining([expect.objectContaining(told)]),
    });
  });

  it('a summary of which some pages were not read', async () => {
    const outcome = await outcomeOf('doc_summary', { writer: 'pdf', reader: 'lazy-19-pdf' });
    expect(outcome).toMatchObject({
      ...ENDED_WELL,
      missed: [{ key: 'pages', params: { read: 19, of: 30 } }],
    });
  });
});

describe('what is kept has nothing to tell:', () => {
  it.each(
    some([
      ['research', 'tyre rules'],
      ['web_search', 'tyre rules'],
      ['data_analysis', 'largest regions'],
      ['doc_summary', 'rents'],
    ] as const),
  )('%s that covers a point in words of its own', async (type, point) => {
    const outcome = await outcomeOf(type, { writer: HONEST[type] }, { wish: `- ${point}` });
    expect(outcome).toMatchObject({ ...ENDED_WELL, missed: [] });
  });

  it.each(
    some([
      ['create_image', 'image-wrong-size'],
      ['image_edit', 'image-wrong-size'],
      ['create_image', 'image-jpeg'],
      ['image_edit', 'image-jpeg'],
    ] as const),
  )('%s by %s is set right', async (type, writer) => {
    const promised = { width: 1024, height: 1024, type: 'image/png' };
    const outcome = await outcomeOf(type, { writer }, { image: DEFAULT_IMAGE_OPTIONS });
    expect(outcome).toMatchObject({ ...ENDED_WELL, missed: [], answers: [{ files: [promised] }] });
  });
});

/** In a language, a length and a shape that exclude each other. */
const IMPOSSIBLE = { wish: '- In 3 words\n- On 20 pages\n- In Klingon' };

describe('a wish that nobody can grant', () => {
  it.each(some(TEXTS))('%s: is promised as points only, and told as not covered', async (type) => {
    const outcome = await outcomeOf(type, { writer: HONEST[type] }, IMPOSSIBLE);
    const points = ['In 3 words', 'On 20 pages', 'In Klingon'];
    const isRead = type !== 'answer' && type !== 'reasoning';
    expect(outcome).toMatchObject({
      ...ENDED_WELL,
      contract: { language: 'en', points, words: type === 'answer' ? null : { least: 1 } },
      missed: [{ key: isRead ? 'points' : 'points_unchecked', params: { points } }],
    });
  });

  it.each(some([...CITING.map((type) => [type, 'foreign'] as const), ['reasoning', 'short']] as const))(
    '%s: costs nothing where the writer obeys instead of keeping the promise (%s)',
    async (type, vice) => {
      // One that reads would have what no quote bears out corrected.
      const models = { writer: `liar-${vice}-${HONEST[type]}`, checker: 'checker-believing' };
      const outcome = await outcomeOf(type, models, IMPOSSIBLE);
      expect(outcome).toMatchObject(failedBy('not_as_promised'));
    },
  );
});
