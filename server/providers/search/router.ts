import type { TextModel } from '../text-model/text-model.ts';
import type { SearchEngine } from './search.ts';

/** What a search of the router's costs at most with the few words that are written meanwhile (Exa: 15 USD per 1,000). */
const USD = 0.02;

/**
 * The AI router's own search: a model is told to search, and the pages that the router names are the hits. What the
 * model writes is thrown away. It may decide not to search; then nothing was found, and nothing is pretended.
 */
export function createRouterSearch({
  textModel,
  model,
}: {
  textModel: TextModel;
  model: string;
}): SearchEngine {
  return {
    name: 'the AI router',
    usd: USD,
    async search({ words, count }, { signal }) {
      const result = await textModel.complete(
        {
          model,
          messages: [
            {
              role: 'system',
              content: 'Search the web for the words of the user. Then answer with the one word: done.',
            },
            { role: 'user', content: words },
          ],
          maxTokens: 300,
          temperature: 0,
          effort: 'low',
          webSearch: { maxResults: Math.min(20, count), maxUsd: USD },
        },
        { signal, onText: () => undefined },
      );
      const hits = result.citations.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));
      const usage = result.usage ?? { promptTokens: 0, completionTokens: 0, cost: null };
      return { hits, usage };
    },
  };
}
