import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { type ServedModel, type TextModel, TextModelError } from '#server/providers/text-model/text-model.ts';
import {
  type AiSimulator,
  type AiSimulatorOptions,
  startAiSimulator,
} from '#simulators/ai/start-ai-simulator.ts';
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

describe("the provider's list", () => {
  const serving = (...served: ServedModel[]): Partial<ExaminationDeps> => ({
    textModel: { ...connectTo(simulator), listModels: async () => served },
  });
  const model = (id: string, more: Partial<ServedModel> = {}): ServedModel => ({
    id,
    price: null,
    endsOn: null,
    ...more,
  });

  it('supplies the model if none is named and it has only one', async () => {
    const report = await examine(
      {},
      serving(model('sim/able', { sees: true }), model('embed', { isOther: true })),
    );
    expect(report.subjects).toMatchObject([{ name: 'sim/able', setting: 'AI_MODEL_FAST', listed: true }]);
    expect(toolOf(report, 'vision')?.state).toBe('ok');
  });

  it('is quoted if it has several', async () => {
    const report = await examine({}, serving(model('a'), model('b')));
    expect(report.subjects).toEqual([]);
    expect(toolOf(report, 'answer')).toEqual({
      tool: 'answer',
      state: 'wrong',
      advice: 'Set AI_MODEL_FAST to a model id that the server lists: a, b.',
    });
  });

  it('reveals a small context, and the tools which that excludes', async () => {
    const report = await examine(onlyModel('sim/able'), serving(model('sim/able', { window: 4_096 })));
    expect(report.subjects[0]).toMatchObject({
      state: 'note',
      window: 4_096,
      advice: expect.stringMatching(/AI_CONTEXT/),
    });
    expect(toolOf(report, 'data_analysis')).toMatchObject({
      state: 'wrong',
      advice: expect.stringMatching(/8000/),
    });
    expect(toolOf(report, 'answer')?.state).toBe('ok');
  });

  it('may be withheld if models answer', async () => {
    const refusing = new TextModelError('auth', 'not the list', { retryable: false, status: 403 });
    const textModel = { ...connectTo(simulator), listModels: () => Promise.reject(refusing) };
    const report = await examine({ answer: 'sim/able' }, { textModel });
    expect(report.list).toMatchObject({ state: 'note', note: 'not the list', count: null });
    expect(toolOf(report, 'answer')?.state).toBe('ok');
  });

  it('prices a call without a reported cost', async () => {
    const price = { prompt: 0.001, completion: 0.002 };
    const real = connectTo(simulator);
    const textModel: TextModel = {
      ...connectTo(simulator),
      listModels: async () => [model('sim/able', { price }), model('sim/fast')],
      async complete(...asked) {
        const result = await real.complete(...asked);
        return { ...result, usage: { promptTokens: 10, completionTokens: 5, cost: null } };
      },
    };
    expect((await examine({ answer: 'sim/able' }, { textModel })).cost).toBeCloseTo(0.02, 6);
    expect((await examine({ answer: 'sim/able' }, { textModel, isOwn: true })).cost).toBe(0);
  });
});

it('finds the address if the configured one lacks its path', async () => {
  const root = simulator.url.replace('/v1', '');
  const findBase = async () => `${root}/v1`;
  const report = await examine(
    { answer: 'sim/able' },
    { textModel: connectTo(simulator, { baseUrl: root }), findBase },
  );
  expect(trialOf(report, 'answer')?.advice).toBe(`Set AI_BASE_URL to ${root}/v1, where a server answers.`);
  expect(toolOf(report, 'answer')?.advice).toContain(`${root}/v1`);
});

describe('pictures', () => {
  const images = (create: string, isListWhole = true): Partial<ExaminationDeps> => ({
    images: {
      imageModel: createOpenAiImageModel({
        baseUrl: simulator.url,
        apiKey: simulator.apiKey,
        log: silentLog,
      }),
      create,
      edit: create,
      isListWhole,
    },
  });

  it('are looked up, not generated, because of their cost', async () => {
    const before = chats().length;
    const report = await examine({ answer: 'sim/able' }, images('sim/image', false));
    expect(trialOf(report, 'picture')).toMatchObject({
      state: 'untried',
      note: expect.stringMatching(/costs money/),
    });
    expect(toolOf(report, 'create_image')?.state).toBe('ok');
    expect(chats().length - before).toBe(1);
  });

  it('are generated on request', async () => {
    const report = await examine({ answer: 'sim/able' }, images('sim/image', false), { makesPicture: true });
    expect(trialOf(report, 'picture')).toMatchObject({ state: 'ok', note: 'it made a picture' });
  });

  it("have no model if their provider's exhaustive list lacks it", async () => {
    const report = await examine({ answer: 'sim/able' }, images('sim/gone'));
    expect(toolOf(report, 'create_image')).toMatchObject({
      state: 'wrong',
      advice: expect.stringMatching(/IMAGE_MODEL/),
    });
  });
});

it.each<AiSimulatorOptions>([
  { persona: 'openai' },
  { persona: 'anthropic' },
  { persona: 'openrouter' },
  { persona: 'ollama' },
])('handles %j', async (options) => {
  const server = await startAiSimulator({ ...options, models: ['sim/able'], scripts: ABLE });
  const report = await examine(onlyModel('sim/able'), { textModel: connectTo(server) });
  await server.close();
  expect(report.list).toMatchObject({ state: 'ok', count: 1 });
  expect(report.subjects[0]?.listed).toBe(true);
  for (const role of ['answer', 'form'] as const) expect(trialOf(report, role)?.state, role).toBe('ok');
});

it('reports a missing list', async () => {
  const bare = createServer((_request, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const address = bare.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const textModel = connectTo(simulator, { baseUrl: `http://127.0.0.1:${port}/v1` });
  const report = await examine({ answer: 'sim/able' }, { textModel, findBase: async () => null });
  bare.close();
  expect(report.list).toMatchObject({ state: 'note', count: null });
  expect(trialOf(report, 'answer')).toMatchObject({
    state: 'wrong',
    advice: 'texts answer in AI_MODELS request',
  });
});
