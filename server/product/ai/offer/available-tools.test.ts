import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { createLog, silentLog } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { checkerFor, chooseModels } from '../models/choose-models.ts';
import { createContextWindows } from '../models/context-windows.ts';
import { learnImageModels, learnModels } from '../models/learn-models.ts';
import { createPriceList } from '../models/prices.ts';
import { createEndingWatch } from '../models/watch-endings.ts';
import { availableTools, usableTools } from './available-tools.ts';

let simulator: AiSimulator;
let textModel: TextModel;

beforeAll(async () => {
  simulator = await startAiSimulator({ aliases: { 'llama3:latest': 'sim/fast', 'vendor/fast': 'sim/fast' } });
  textModel = createOpenAiCompatibleTextModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
  });
});
afterAll(() => simulator.close());

const fileWork = createTestFileWork();
const nothing = {
  fast: null,
  research: null,
  reading: null,
  web_search: null,
  answer: null,
  reasoning: null,
  vision: null,
  check: null,
  compare: null,
  doc_summary: null,
  data_analysis: null,
};

describe('the models', () => {
  it('have defaults on OpenRouter and OpenAI, and nowhere else', () => {
    const choose = (baseUrl: string) => chooseModels({ ...nothing, baseUrl });
    expect(choose('https://openrouter.ai/api/v1').fast).toMatch(/^google\/gemini-.*flash$/);
    expect(choose('https://openrouter.ai/api/v1').research).toMatch(/^openai\/gpt-/);
    expect(choose('https://api.openai.com/v1').answer).toMatch(/^gpt-/);
    expect(choose('http://localhost:11434/v1')).toEqual(nothing);
    expect(choose('https://openrouter.ai.example.org/v1')).toEqual(nothing);
  });

  it('are what is configured, the closest first', () => {
    const baseUrl = 'https://openrouter.ai/api/v1';
    expect(chooseModels({ baseUrl, fast: 'a', answer: null })).toMatchObject({ fast: 'a', answer: 'a' });
    expect(chooseModels({ baseUrl, fast: 'a', answer: 'b' })).toMatchObject({ fast: 'a', answer: 'b' });
    expect(chooseModels({ baseUrl: 'http://localhost:1/v1', fast: 'a', answer: null }).research).toBe('a');
    expect(chooseModels({ baseUrl, fast: 'a', answer: null, research: 'b' }).web_search).toBe('b');
    expect(chooseModels({ baseUrl, fast: 'a', answer: null, web_search: 'c' })).toMatchObject({
      research: expect.stringMatching(/^openai/),
      web_search: 'c',
    });
  });
});

describe('the model that reads', () => {
  const baseUrl = 'https://openrouter.ai/api/v1';

  it('is that of research, which is the cheaper one, unless a quick one is named', () => {
    const { fast, research, reading } = chooseModels({ baseUrl });
    expect(reading).toBe(research);
    expect(reading).not.toBe(fast);
    expect(chooseModels({ baseUrl, fast: 'a' }).reading).toBe('a');
    expect(chooseModels({ baseUrl, research: 'dear' }).reading).toBe(research);
    expect(chooseModels({ baseUrl: 'http://localhost:1/v1', fast: 'a' }).reading).toBe('a');
  });
});

describe('the second reader', () => {
  const baseUrl = 'https://openrouter.ai/api/v1';
  const checkerOf = (named: Partial<typeof nothing> | Record<string, string>, writer: string) =>
    checkerFor(chooseModels({ baseUrl, ...named }), writer);

  it('is by default a small model of another family than the writer', () => {
    const { research, fast } = chooseModels({ baseUrl });
    expect(checkerOf({}, research ?? '')).toBe('google/gemini-3.1-flash-lite');
    expect(checkerOf({}, fast ?? '')).toBe(research);
    expect(checkerOf({ research: 'anthropic/good' }, 'anthropic/good')).toBe('google/gemini-3.1-flash-lite');
    expect(checkerOf({ fast: 'google/other' }, research ?? '')).toBe('google/gemini-3.1-flash-lite');
  });

  it('is of no maker that reads nothing else', () => {
    expect(checkerOf({ fast: 'qwen/quick', research: 'mistral/good' }, 'mistral/good')).toBe('qwen/quick');
    expect(checkerOf({ fast: 'qwen/quick', research: 'qwen/good' }, 'qwen/good')).toBe('qwen/quick');
    const elsewhere = chooseModels({ baseUrl: 'http://localhost:1/v1', fast: 'google/gemma' });
    expect(checkerFor(elsewhere, 'google/gemma')).toBe('google/gemma');
  });

  it('is the one that the operator names, whatever its family', () => {
    expect(checkerOf({ check: 'google/named' }, 'google/writer')).toBe('google/named');
  });
});

describe('the tools', () => {
  it('are all eight, with the reason where one cannot be used', () => {
    const tools = availableTools({
      textModel,
      models: { ...nothing, answer: 'sim/fast', reasoning: 'sim/reasoned' },
      images: null,
      fileWork,
    });
    expect(tools.map((each) => each.type)).toEqual(AI_TASK_TYPES);
    expect(usableTools(tools).map((tool) => tool.type)).toEqual(['answer', 'reasoning']);
    expect(tools.find((each) => each.type === 'create_image')).toMatchObject({
      tool: null,
      why: 'no_image_provider',
    });
  });

  it('need a model', () => {
    const tools = availableTools({ textModel, models: nothing, images: null, fileWork });
    expect(tools.find((each) => each.type === 'answer')).toMatchObject({ tool: null, why: 'no_model_named' });
    expect(usableTools(tools)).toEqual([]);
  });
});

describe('the check at the start', () => {
  const SOON = new Date('2030-06-01T12:00:00Z');

  async function check(
    models: Partial<typeof nothing> | Record<string, string>,
    model = textModel,
    today = new Date('2030-05-01T12:00:00Z'),
  ) {
    const lines: string[] = [];
    const log = createLog('warn', (line) => lines.push(line));
    const signal = new AbortController().signal;
    const prices = createPriceList({ prompt: 9, completion: 9 });
    const learned = await learnModels({
      endings: createEndingWatch(log, { now: () => today }),
      textModel: model,
      models: { ...nothing, ...models },
      prices,
      windows: createContextWindows(null),
      log,
      signal,
    });
    return { learned, lines, prices };
  }

  it('is quiet about models that are served, by whatever ending', async () => {
    for (const fast of ['sim/fast', 'llama3', 'vendor/fast:nitro']) {
      expect(await check({ fast, answer: fast })).toMatchObject({ learned: { missing: [] }, lines: [] });
    }
  });

  it('names each model that is not', async () => {
    const { learned, lines } = await check({ fast: 'sim/fast', research: 'gone/one', answer: 'gone/two' });
    expect(learned).toMatchObject({ missing: ['gone/one', 'gone/two'] });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/set AI_MODEL_RESEARCH to another.*gone\/one/);
    expect(lines[1]).toMatch(/set answer in AI_MODELS to another.*gone\/two/);
  });

  it('says by which setting the model that reads is changed', async () => {
    const { lines } = await check({ fast: 'sim/fast', research: 'sim/fast', reading: 'gone/one' });
    expect(lines).toEqual([expect.stringMatching(/set AI_MODEL_FAST to another.*gone\/one/)]);
  });

  it('asks the provider of pictures too', async () => {
    const end = new Date('2030-06-30');
    const served = (...ids: string[]) =>
      ids.map((id) => ({ id, price: null, endsOn: id === 'c' ? end : null }));
    const ask = async (listModels: ImageModel['listModels'], create = 'a') => {
      const lines: string[] = [];
      const log = createLog('warn', (line) => lines.push(line));
      const { signal } = new AbortController();
      const learned = await learnImageModels({
        imageModel: { listModels },
        endings: createEndingWatch(log, { now: () => SOON }),
        create,
        edit: 'b',
        log,
        signal,
      });
      return { learned, lines };
    };
    expect(await ask(async () => served('a', 'b'))).toEqual({ learned: { missing: [] }, lines: [] });
    expect(await ask(async () => null)).toEqual({ learned: { missing: [] }, lines: [] });
    const { learned, lines } = await ask(async () => served('a'));
    expect(learned).toEqual({ missing: ['b'] });
    expect(lines[0]).toContain('set IMAGE_EDIT_MODEL to another');
    const ending = await ask(async () => served('b', 'c'), 'c');
    expect(ending).toMatchObject({
      learned: { missing: [] },
      lines: [expect.stringMatching(/IMAGE_MODEL.*2030-06-30/)],
    });
    const away = await ask(async () => Promise.reject(new Error('away')));
    expect(away.learned).toBeNull();
    expect(away.lines[0]).toContain("couldn't get the image provider's list");
  });

  it('names those that end within thirty days, and those that have ended, each once a day', async () => {
    const used = { fast: 'sim/fast', research: 'sim/expires', reasoning: 'sim/shuts-down' };
    expect(await check(used)).toMatchObject({ learned: { missing: [] }, lines: [] });
    expect(await check(used, textModel, SOON)).toMatchObject({
      learned: { missing: [] },
      lines: [
        expect.stringMatching(/soon be shut down.*AI_MODEL_RESEARCH.*sim\/expires.*2030-06-30/),
        expect.stringMatching(/soon be shut down.*reasoning in AI_MODELS.*sim\/shuts-down.*2030-06-30/),
      ],
    });
    const { lines } = await check({ fast: 'sim/expires' }, textModel, new Date('2030-06-30T00:00:00Z'));
    expect(lines).toEqual([expect.stringMatching(/has been shut down.*AI_MODEL_FAST/)]);

    const told: string[] = [];
    let now = SOON;
    const watch = createEndingWatch(
      createLog('warn', (line) => told.push(line)),
      { now: () => now },
    );
    const ending = { id: 'a', price: null, endsOn: new Date('2030-06-30') };
    const look = () => watch(new Map([['a', 'AI_MODEL_FAST']]), [ending]);
    look();
    look();
    expect(told).toHaveLength(1);
    now = new Date('2030-06-02T00:00:00Z');
    look();
    expect(told).toHaveLength(2);
  });

  it('says that no model is named', async () => {
    expect((await check({})).lines.join('\n')).toContain('AI_MODEL_FAST');
  });

  it('warns and goes on when the provider does not answer, without telling the key', async () => {
    const away = createOpenAiCompatibleTextModel({
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'sk-very-secret-key',
      log: silentLog,
    });
    const { learned, lines } = await check({ fast: 'x' }, away);
    expect(learned).toBeNull();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('very-secret');
  });

  it('knows nothing where there is no list', async () => {
    const baseUrl = simulator.url.replace('/v1', '/v2');
    const listless = createOpenAiCompatibleTextModel({ baseUrl, apiKey: simulator.apiKey, log: silentLog });
    expect(await check({ fast: 'x' }, listless)).toMatchObject({ learned: { missing: [] }, lines: [] });
  });
  it('takes the prices over, and thinks the rest dear', async () => {
    const { prices } = await check({ fast: 'sim/fast' });
    const call = { promptTokens: 1000, maxTokens: 500 };
    expect(prices.worstCost({ ...call, model: 'sim/fast' })).toBeCloseTo(0.0015);
    expect(prices.worstCost({ ...call, model: 'vendor/fast:nitro' })).toBeCloseTo(0.0015);
    expect(prices.worstCost({ ...call, model: 'unlisted' })).toBe(13_500);
    const usage = { promptTokens: 10, completionTokens: 10, cost: null };
    expect(prices.cost('sim/fast', usage)).toBeCloseTo(0.00002);
    expect(prices.cost('sim/fast', { ...usage, cost: 0.5 })).toBe(0.5);
    expect(prices.cost('sim/fast', null)).toBeNull();
  });
});
