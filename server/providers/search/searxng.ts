import { z } from 'zod';
import { askEngine } from './ask-engine.ts';
import { readHits } from './read-hits.ts';
import type { SearchEngine } from './search.ts';

const answer = z.object({
  results: z.array(
    z.object({ url: z.string().nullish(), title: z.string().nullish(), content: z.string().nullish() }),
  ),
});

/**
 * A self-hosted SearXNG. Its settings must list `json` in `search.formats`. It has no parameter for the number of
 * results.
 */
export function createSearxngSearch({ url }: { url: string }): SearchEngine {
  return {
    name: 'SearXNG',
    usd: () => 0,
    async search({ words, language, count }, { signal }) {
      const address = new URL(`${url}/search`);
      address.search = new URLSearchParams({
        q: words,
        format: 'json',
        language,
        safesearch: '1',
      }).toString();
      const json = await askEngine({ url: address, headers: {}, signal });
      return readHits(answer, json, ({ results }) =>
        results
          .slice(0, count)
          .map((each) => ({ url: each.url ?? '', title: each.title ?? '', excerpt: each.content ?? '' })),
      );
    },
  };
}
