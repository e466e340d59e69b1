import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { connectAsRouter, connectTo } from '#tests/worlds/ask-simulator.ts';
import { createRouterSearch } from './router.ts';
import type { SearchAnswer } from './search.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterAll(() => simulator.close());

/** Prices of gpt-6-luna: 0.10 and 0.50 USD per million. */
const worstCost = ({ prompt, completion }: { prompt: number; completion: number }): number =>
  prompt * 1e-7 + completion * 5e-7;

function search(model: string, count = 3, textModel = connectAsRouter(simulator)): Promise<SearchAnswer> {
  const engine = createRouterSearch({ textModel, model, effort: 'low', worstCost });
  return engine.search(
    { words: 'winter tyres Austria law', language: 'en', count },
    { signal: new AbortController().signal },
  );
}

it('returns the pages that the router names, and the cost', async () => {
  const { hits, usage } = await search('sim/search');
  expect(hits).toHaveLength(3);
  expect(hits[0]).toMatchObject({
    url: 'http://law.example/winter-tyres',
    title: expect.stringContaining('law'),
  });
  expect(usage.cost).toBeGreaterThan(0);
});

it.each(['stop', 'length'])(
  'returns the pages even if the model says nothing about them (%s)',
  async (finish) => {
    expect((await search(`sim/search-silent-${finish}`)).hits).toHaveLength(3);
  },
);

it('fails if the model says nothing and has found nothing', async () => {
  await expect(search('sim/empty')).rejects.toMatchObject({ kind: 'empty' });
});

it('finds nothing if the model decides not to search', async () => {
  expect((await search('sim/search-nothing')).hits).toEqual([]);
});

it('does not treat an answer without a search as one', async () => {
  await expect(search('sim/search', 3, connectTo(simulator))).rejects.toMatchObject({ kind: 'request' });
});

it('requests a named engine, and no more pages than its price includes', async () => {
  await search('sim/search', 20);
  expect(simulator.journal.entries.at(-1)?.body).toMatchObject({
    tools: [{ parameters: { engine: 'parallel', max_results: 10, max_uses: 1 } }],
    stop_server_tools_when: [{ type: 'max_cost', max_cost_in_dollars: expect.closeTo(0.007, 4) }],
  });
});

describe('what a search costs', () => {
  it('is reserved for all that its model may read and write, at the current prices', () => {
    let price = 1;
    const engine = createRouterSearch({
      textModel: connectAsRouter(simulator),
      model: 'sim/search',
      effort: 'low',
      worstCost: (tokens) => price * worstCost(tokens),
    });
    expect(engine.usd()).toBeCloseTo(0.007, 6);
    price = 15;
    expect(engine.usd()).toBeCloseTo(0.035, 6);
  });

  it('is all of that if the router does not report it', async () => {
    const router = connectAsRouter(simulator);
    for (const usage of [null, { promptTokens: 5_000, completionTokens: 100, cost: null }]) {
      const silent: TextModel = {
        ...router,
        complete: async (...asked) => ({ ...(await router.complete(...asked)), usage }),
      };
      expect((await search('sim/search', 3, silent)).usage.cost).toBeCloseTo(0.007, 6);
    }
  });
});
