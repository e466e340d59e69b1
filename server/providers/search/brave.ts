import { z } from 'zod';
import { askEngine } from './ask-engine.ts';
import { readHits } from './read-hits.ts';
import type { SearchEngine } from './search.ts';

const answer = z.object({
  web: z
    .object({
      results: z.array(z.object({ url: z.string(), title: z.string(), description: z.string().nullish() })),
    })
    .nullish(),
});

/** 5 USD for a thousand searches, as of 2026-11. */
const USD = 0.005;

const BASE = 'https://api.search.brave.com';

export function createBraveSearch({ apiKey, url = BASE }: { apiKey: string; url?: string }): SearchEngine {
  return {
    name: 'Brave Search',
    usd: () => USD,
    async search({ words, count }, { signal }) {
      const address = new URL(`${url}/res/v1/web/search`);
      address.search = new URLSearchParams({
        q: words,
        count: String(Math.min(20, count)),
        safesearch: 'moderate',
      }).toString();
      const json = await askEngine({ url: address, headers: { 'x-subscription-token': apiKey }, signal });
      const found = readHits(answer, json, ({ web }) =>
        (web?.results ?? []).map((each) => ({
          url: each.url,
          title: each.title,
          excerpt: each.description ?? '',
        })),
      );
      return { ...found, usage: { ...found.usage, cost: USD } };
    },
  };
}
