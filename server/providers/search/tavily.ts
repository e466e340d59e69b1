import { z } from 'zod';
import { askEngine } from './ask-engine.ts';
import { readHits } from './read-hits.ts';
import type { SearchEngine } from './search.ts';

const answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string(), content: z.string().nullish() })),
});

/** One credit, at 8 USD for a thousand, as of 2026-11. */
const USD = 0.008;

const BASE = 'https://api.tavily.com';

export function createTavilySearch({ apiKey, url = BASE }: { apiKey: string; url?: string }): SearchEngine {
  return {
    name: 'Tavily',
    usd: () => USD,
    async search({ words, count }, { signal }) {
      const json = await askEngine({
        url: new URL(`${url}/search`),
        headers: { authorization: `Bearer ${apiKey}` },
        body: { query: words, max_results: Math.min(20, count), search_depth: 'basic' },
        signal,
      });
      const found = readHits(answer, json, ({ results }) =>
        results.map((each) => ({ url: each.url, title: each.title, excerpt: each.content ?? '' })),
      );
      return { ...found, usage: { ...found.usage, cost: USD } };
    },
  };
}
