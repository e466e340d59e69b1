import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { connectAsRouter, connectTo } from '#tests/ask-simulator.ts';
import { createRouterSearch } from './router.ts';
import type { SearchAnswer } from './search.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterAll(() => simulator.close());

function search(model: string): Promise<SearchAnswer> {
  const engine = createRouterSearch({ textModel: connectAsRouter(simulator), model });
  return engine.search(
    { words: 'winter tyres Austria law', language: 'en', count: 3 },
    { signal: new AbortController().signal },
  );
}

it('finds the pages that the router names, and tells what it cost', async () => {
  const { hits, usage } = await search('sim/search');
  expect(hits).toHaveLength(3);
  expect(hits[0]).toMatchObject({
    url: 'http://law.example/winter-tyres',
    title: expect.stringContaining('law'),
  });
  expect(usage.cost).toBeGreaterThan(0);
});

it.each(['stop', 'length'])(
  'keeps the pages where the model says nothing about them (%s)',
  async (finish) => {
    expect((await search(`sim/search-silent-${finish}`)).hits).toHaveLength(3);
  },
);

it('fails where the model says nothing and has found nothing', async () => {
  await expect(search('sim/empty')).rejects.toMatchObject({ kind: 'empty' });
});

it('finds nothing where the model decides not to search', async () => {
  expect((await search('sim/search-nothing')).hits).toEqual([]);
});

it('is not mistaken for a search where there is none', async () => {
  const engine = createRouterSearch({ textModel: connectTo(simulator), model: 'sim/search' });
  const query = { words: 'winter tyres', language: 'en', count: 3 };
  await expect(engine.search(query, { signal: new AbortController().signal })).rejects.toMatchObject({
    kind: 'request',
  });
});
