import { describe, expect, it } from 'vitest';
import { AI_TASK_TYPES, type AiTaskType, IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import { silentLog } from '#server/lib/log.ts';
import { createBraveSearch } from '#server/providers/search/brave.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startWebSimulator } from '#simulators/web/start-web-simulator.ts';
import { type ModelUse, onlyModel } from '../models/choose-models.ts';
import { createContextWindows } from '../models/context-windows.ts';
import { createPriceList } from '../models/prices.ts';
import { createToolCheck, type ToolCheckDeps } from './check-tools.ts';
import { keepChecking } from './keep-checking.ts';
import { watchRefusals } from './watch-refusals.ts';

const { signal } = new AbortController();
const PICTURES: readonly AiTaskType[] = IMAGE_TASK_TYPES;
const TEXTS = AI_TASK_TYPES.filter((type) => !PICTURES.includes(type));

const connect = (baseUrl: string, apiKey: string): TextModel =>
  createOpenAiCompatibleTextModel({ baseUrl, apiKey, log: silentLog });

function checkOf(deps: Partial<ToolCheckDeps> & Pick<ToolCheckDeps, 'textModel'>) {
  const prices = createPriceList({ prompt: 0, completion: 0 });
  const { check, lackOf, doubtSearch } = createToolCheck({
    models: onlyModel('sim/fast'),
    images: null,
    search: null,
    prices,
    windows: createContextWindows(null),
    endings: () => {},
    log: silentLog,
    ...deps,
  });
  return {
    check: () => check(signal),
    doubtSearch,
    outOfOrder: () => AI_TASK_TYPES.filter((type) => lackOf(type) !== null),
    lackOf,
  };
}

/** A provider that serves 'sim/fast' on each of these turns in the order given, and otherwise acts as told. */
function actInTurn<Act>(acts: readonly Act[]): () => Act {
  let turn = 0;
  return () => {
    const act = acts[Math.min(turn, acts.length - 1)];
    turn += 1;
    if (act === undefined) throw new Error('there is no act');
    return act;
  };
}

describe('the check of the tools', () => {
  it('finds nothing against providers that serve what is set', async () => {
    const ai = await startAiSimulator();
    const web = await startWebSimulator();
    const search = createSearxngSearch({ url: web.url });
    const { check, outOfOrder } = checkOf({ textModel: connect(ai.url, ai.apiKey), search });
    expect(await check()).toBe(true);
    expect(outOfOrder()).toEqual([]);
    await Promise.all([ai.close(), web.close()]);
  });

  it('withdraws the tools whose model is gone, and no other', async () => {
    const ai = await startAiSimulator();
    const models = { ...onlyModel('sim/fast'), research: 'gone/one' };
    const { check, outOfOrder } = checkOf({ textModel: connect(ai.url, ai.apiKey), models });
    expect(await check()).toBe(false);
    expect(outOfOrder()).toEqual(['research']);
    await ai.close();
  });

  it('says once that the model that compares is gone, and withdraws no tool for it', async () => {
    const ai = await startAiSimulator();
    const models: { -readonly [Use in ModelUse]: string | null } = {
      ...onlyModel('sim/fast'),
      compare: 'gone/one',
    };
    let times = 0;
    const { check, outOfOrder } = checkOf({
      textModel: connect(ai.url, ai.apiKey),
      models,
      onComparerRefused() {
        times += 1;
        models.compare = null;
      },
    });
    expect(await check()).toBe(true);
    expect(await check()).toBe(true);
    expect([times, outOfOrder()]).toEqual([1, []]);
    await ai.close();
  });

  it('takes no answer of an unlisted model for the refusal of one that is not named', async () => {
    const ai = await startAiSimulator();
    const real = connect(ai.url, ai.apiKey);
    const models = { ...onlyModel('sim/fast'), compare: null };
    const { check } = checkOf({
      textModel: { ...real, listModels: async () => [] },
      models,
      onComparerRefused: () => expect.unreachable('no model compares'),
    });
    expect(await check()).toBe(true);
    await ai.close();
  });

  it('asks a model that is not listed for a word before it believes the list', async () => {
    const ai = await startAiSimulator();
    const real = connect(ai.url, ai.apiKey);
    const textModel: TextModel = { ...real, listModels: async () => [] };
    const { check, outOfOrder } = checkOf({ textModel });
    expect(await check()).toBe(true);
    expect(outOfOrder()).toEqual([]);
    await ai.close();
  });

  it('withdraws all that a refused key cannot reach, until it is taken', async () => {
    const ai = await startAiSimulator();
    const turn = actInTurn([connect(ai.url, 'wrong'), connect(ai.url, ai.apiKey)]);
    const real = connect(ai.url, ai.apiKey);
    const { check, outOfOrder } = checkOf({
      textModel: { ...real, listModels: (given) => turn().listModels(given) },
    });
    expect(await check()).toBe(false);
    expect(outOfOrder()).toEqual(TEXTS);
    expect(await check()).toBe(true);
    expect(outOfOrder()).toEqual([]);
    await ai.close();
  });

  it('leaves everything as it was while the provider does not answer', async () => {
    const ai = await startAiSimulator();
    const away = connect('http://127.0.0.1:1/v1', 'x');
    const turn = actInTurn([away, connect(ai.url, 'wrong'), away]);
    const textModel: TextModel = { ...away, listModels: (given) => turn().listModels(given) };
    const { check, outOfOrder, lackOf } = checkOf({ textModel });
    expect(await check()).toBe(true);
    expect(outOfOrder()).toEqual([]);
    await check();
    expect(await check()).toBe(false);
    expect(outOfOrder()).toHaveLength(TEXTS.length);
    expect(lackOf('answer')).toBe('repair');
    await ai.close();
  });

  it('withdraws what a model cannot be told in its context, before and after its provider says it', async () => {
    const ai = await startAiSimulator({ context: { tokens: 3_000, beyond: 'refuse' } });
    const textModel = connect(ai.url, ai.apiKey);
    const told = checkOf({ textModel });
    expect(told.outOfOrder()).toEqual([]);
    expect(await told.check()).toBe(false);
    expect(told.outOfOrder()).toEqual(TEXTS);
    expect(told.lackOf('answer')).toBe('context');
    expect(checkOf({ textModel, windows: createContextWindows(3_000) }).outOfOrder()).toEqual(TEXTS);
    expect(checkOf({ textModel, windows: createContextWindows(4_096) }).outOfOrder()).toEqual([
      'data_analysis',
    ]);
    expect(checkOf({ textModel, windows: createContextWindows(8_192) }).outOfOrder()).toEqual([]);
    await ai.close();
  });

  it('takes the list of pictures at its word where it is whole', async () => {
    const ai = await startAiSimulator();
    const served = [{ id: 'a', price: null, endsOn: null }];
    const images = { imageModel: { listModels: async () => served }, create: 'a', edit: 'b' };
    const textModel = connect(ai.url, ai.apiKey);
    const hosted = checkOf({ textModel, images: { ...images, isListWhole: true } });
    expect(await hosted.check()).toBe(false);
    expect(hosted.outOfOrder()).toEqual(['image_edit']);
    const own = checkOf({ textModel, images: { ...images, isListWhole: false } });
    expect(await own.check()).toBe(true);
    await ai.close();
  });

  it('withdraws what searches where the engine refuses, and asks a dear one only until it has answered', async () => {
    const ai = await startAiSimulator();
    const web = await startWebSimulator();
    const wrong = createBraveSearch({ url: web.url, apiKey: 'another' });
    const right = createBraveSearch({ url: web.url, apiKey: web.apiKey });
    const turn = actInTurn([wrong, right]);
    const search: SearchEngine = { ...right, search: (query, options) => turn().search(query, options) };
    const { check, outOfOrder } = checkOf({ textModel: connect(ai.url, ai.apiKey), search });
    expect(await check()).toBe(false);
    expect(outOfOrder()).toEqual(['research', 'web_search']);
    expect(await check()).toBe(true);
    expect(outOfOrder()).toEqual([]);
    const asked = web.journal.searches().length;
    expect(await check()).toBe(true);
    expect(web.journal.searches()).toHaveLength(asked);
    await Promise.all([ai.close(), web.close()]);
  });

  it('asks a dear engine again whose key was refused in a run, and offers it when it takes it again', async () => {
    const ai = await startAiSimulator();
    const web = await startWebSimulator();
    const [right, wrong] = [web.apiKey, 'revoked'].map((apiKey) =>
      createBraveSearch({ url: web.url, apiKey }),
    );
    if (!right || !wrong) throw new Error('there are two');
    let now = right;
    const search: SearchEngine = { ...right, search: (query, options) => now.search(query, options) };
    const { check, outOfOrder, doubtSearch } = checkOf({ textModel: connect(ai.url, ai.apiKey), search });
    const checking = keepChecking(check);
    await checking.first;
    expect(outOfOrder()).toEqual([]);

    let told = 0;
    const watched = watchRefusals(search, () => {
      if (!doubtSearch()) return;
      told += 1;
      checking.soon();
    });
    const query = { words: 'tyres', language: 'en', count: 1 };
    await watched.search(query, { signal });
    expect(told).toBe(0);
    now = wrong;
    await Promise.allSettled([watched.search(query, { signal }), watched.search(query, { signal })]);
    expect(told).toBe(1);
    await expect.poll(outOfOrder).toEqual(['research', 'web_search']);

    now = right;
    checking.soon();
    await expect.poll(outOfOrder).toEqual([]);
    checking.stop();
    await Promise.all([ai.close(), web.close()]);
  });
});
