import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelReport } from '#domain/model-report.ts';
import { silentLog } from '#server/lib/log.ts';
import { type SearchEngine, SearchError } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { connectTo } from '#tests/worlds/ask-simulator.ts';
import { ABLE, examineAt, toolOf, trialOf } from '#tests/worlds/examination.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { ExaminationDeps } from './examination.ts';

let simulator: AiSimulator;
let examine: ReturnType<typeof examineAt>;
beforeAll(async () => {
  simulator = await startAiSimulator({ scripts: ABLE });
  examine = examineAt(simulator);
});
afterAll(() => simulator.close());

const chats = () => simulator.journal.entries.filter(({ method }) => method === 'POST');

const engine = (search: SearchEngine['search']): ExaminationDeps['search'] => ({
  engine: { name: 'Engine', usd: () => 0, search },
  isRouter: false,
});
const hits =
  (count: number): SearchEngine['search'] =>
  async () => ({
    hits: Array.from({ length: count }, (_hit, at) => ({
      url: `https://a.example/${at}`,
      title: '',
      excerpt: '',
    })),
    usage: { promptTokens: 0, completionTokens: 0, cost: null },
  });

describe('a model that passes everything', () => {
  it('is called once per role, with a report of what it accepted', async () => {
    const before = chats().length;
    const report = await examine(
      { ...onlyModel('sim/able'), vision: 'sim/able' },
      { search: engine(hits(3)) },
    );
    const [subject] = report.subjects;
    expect(subject).toMatchObject({ name: 'sim/able', setting: 'AI_MODEL_FAST', listed: false });
    expect(subject?.trials.map(({ role }) => role)).toEqual(['answer', 'reasoning', 'form', 'vision']);
    expect(chats().length - before).toBe(4);
    expect(trialOf(report, 'form')).toMatchObject({
      state: 'ok',
      sent: expect.arrayContaining(['max_tokens', 'temperature', 'response_format']),
      dropped: ['effort'],
      honoured: ['schema'],
    });
    expect(trialOf(report, 'vision')).toMatchObject({ state: 'ok', honoured: ['vision'] });
    expect(trialOf(report, 'reasoning')).toMatchObject({
      state: 'note',
      advice: expect.stringMatching(/reasoning in AI_MODELS/),
    });
    expect(trialOf(report, 'search')).toMatchObject({
      state: 'ok',
      note: '3 pages found',
      honoured: ['search'],
    });
    expect(report.cost).toBeGreaterThan(0);
    for (const { body } of chats().slice(before)) expect(body).toMatchObject({ max_tokens: 2_250 });
  });

  it('has each configured tool offered, and says what to set for the others', async () => {
    const report = await examine(onlyModel('sim/able'));
    expect(report.tools.map(({ tool, state }) => `${tool} ${state}`)).toEqual([
      'answer ok',
      'research note',
      'web_search note',
      'reasoning ok',
      'create_image note',
      'image_edit note',
      'data_analysis ok',
      'doc_summary ok',
      'vision note',
    ]);
    expect(toolOf(report, 'research')?.advice).toContain('SEARCH_PROVIDER');
    expect(toolOf(report, 'create_image')?.advice).toContain('IMAGE_API_KEY');
    expect(toolOf(report, 'vision')?.advice).toContain('AI_MODEL_VISION');
  });

  it('is not called for web tools without a search', async () => {
    const models = { ...onlyModel('sim/able'), research: 'sim/fast', reading: 'sim/fast' };
    const names = ({ subjects }: ModelReport) => subjects.map(({ name }) => name);
    expect(names(await examine(models))).toEqual(['sim/able']);
    expect(names(await examine(models, { search: engine(hits(1)) }))).toEqual([
      'sim/able',
      'sim/fast',
      'Engine',
    ]);
  });

  it('is tried without a schema if it accepts none', async () => {
    const report = await examine({ doc_summary: 'sim/able-without-schema' });
    expect(trialOf(report, 'form')).toMatchObject({
      state: 'ok',
      note: 'the format was right without a schema',
      dropped: ['effort', 'schema'],
      honoured: [],
    });
  });
});

it('reports the dropped field, and that thinking was observed', async () => {
  const report = await examine({ answer: 'sim/refuses-temperature', reasoning: 'sim/reasoning' });
  expect(trialOf(report, 'answer')).toMatchObject({ state: 'ok', dropped: ['temperature', 'effort'] });
  expect(trialOf(report, 'reasoning')).toMatchObject({ state: 'ok', honoured: ['thinking'] });
});

it('rejects a model that is blind or ignores formats for tools that need them', async () => {
  const report = await examine({ ...onlyModel('sim/fast'), vision: 'sim/sees' });
  expect(trialOf(report, 'vision')).toMatchObject({
    state: 'wrong',
    advice: expect.stringMatching(/AI_MODEL_VISION/),
  });
  expect(trialOf(report, 'form')).toMatchObject({ state: 'wrong', honoured: [] });
  expect(toolOf(report, 'vision')?.state).toBe('wrong');
  expect(toolOf(report, 'doc_summary')).toMatchObject({
    state: 'wrong',
    advice: expect.stringMatching(/AI_MODEL_FAST/),
  });
  expect(toolOf(report, 'answer')?.state).toBe('ok');
});

describe('a failure', () => {
  it('of the key is reported once, with advice for everything that needs it', async () => {
    const before = chats().length;
    const report = await examine(
      { ...onlyModel('sim/able'), reasoning: 'sim/fast' },
      { textModel: connectTo(simulator, { apiKey: 'wrong' }) },
    );
    expect(chats().length - before).toBeLessThanOrEqual(1);
    expect(report.list).toMatchObject({ state: 'wrong', advice: 'texts AI_MODEL_FAST auth' });
    const states = report.subjects.flatMap(({ trials }) => trials).map(({ state }) => state);
    expect(states).toEqual(['wrong', 'untried', 'untried']);
    expect(toolOf(report, 'reasoning')).toMatchObject({ state: 'wrong', advice: 'texts AI_MODEL_FAST auth' });
  });

  it('of one model does not affect the others', async () => {
    const report = await examine({ ...onlyModel('sim/able'), doc_summary: 'sim/fail-404' });
    expect(toolOf(report, 'doc_summary')).toMatchObject({
      state: 'wrong',
      advice: 'texts doc_summary in AI_MODELS request',
    });
    expect(toolOf(report, 'answer')?.state).toBe('ok');
  });

  it.each([
    'sim/fail-402',
    'sim/fail-429',
    'sim/cut',
    'sim/html-200',
    'sim/error-200',
    'sim/empty',
    'sim/empty-length',
  ])('of %s is a line of the report', async (model) => {
    const report = await examine({ answer: model });
    expect(trialOf(report, 'answer')).toMatchObject({ state: 'wrong', note: expect.any(String), cost: null });
  });

  it('of our own is one too, and is logged', async () => {
    const said: string[] = [];
    const textModel: TextModel = {
      ...connectTo(simulator),
      complete: () => Promise.reject(new TypeError('sim-key is in here')),
    };
    const log = { ...silentLog, error: (message: string) => void said.push(message) };
    const report = await examine({ answer: 'sim/able' }, { textModel, log });
    expect(trialOf(report, 'answer')).toMatchObject({
      state: 'wrong',
      note: expect.stringMatching(/see the log/),
    });
    expect(said).toHaveLength(1);
  });

  it('of a search disables the tools that search', async () => {
    const away = engine(() => Promise.reject(new SearchError('auth', 'no', { retryable: false })));
    const report = await examine(onlyModel('sim/able'), { search: away });
    expect(toolOf(report, 'research')).toMatchObject({
      state: 'wrong',
      advice: 'search SEARCH_PROVIDER auth',
    });
    expect(
      toolOf(await examine(onlyModel('sim/able'), { search: engine(hits(0)) }), 'web_search')?.state,
    ).toBe('wrong');
  });

  it('does not outlive the check', async () => {
    const stop = new AbortController();
    const running = examine({ ...onlyModel('sim/silent') }, {}, { signal: stop.signal });
    await simulator.journal.waitFor((entry) => JSON.stringify(entry.body ?? '').includes('sim/silent'));
    stop.abort();
    const report = await running;
    expect(report.subjects.flatMap(({ trials }) => trials).every(({ state }) => state === 'untried')).toBe(
      true,
    );
  });
});
