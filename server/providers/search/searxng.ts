import { z } from 'zod';
import { askEngine } from './ask-engine.ts';
import { readHits } from './read-hits.ts';
import { type SearchEngine, SearchError } from './search.ts';

const answer = z.object({
  results: z.array(
    z.object({ url: z.string().nullish(), title: z.string().nullish(), content: z.string().nullish() }),
  ),
  /** Pairs such as `["duckduckgo", "CAPTCHA"]`: searx/webutils.py, `get_translated_errors`. */
  unresponsive_engines: z.array(z.tuple([z.string(), z.string()]).rest(z.unknown())).catch([]),
});
type Answer = z.infer<typeof answer>;

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
      return readHits(answer, json, (found) => {
        assertAnswered(found);
        return found.results
          .slice(0, count)
          .map((each) => ({ url: each.url ?? '', title: each.title ?? '', excerpt: each.content ?? '' }));
      });
    },
  };
}

/** Nothing found doesn't mean that there is nothing if the engines behind SearXNG, which often block it, were silent. */
function assertAnswered({ results, unresponsive_engines: silent }: Answer): void {
  if (results.length > 0 || silent.length === 0) return;
  const whys = silent.slice(0, 10).map(([engine, why]) => `${engine} (${why})`);
  throw new SearchError('upstream', `SearXNG got no answer from ${whys.join(', ').slice(0, 300)}`, {
    retryable: true,
  });
}
