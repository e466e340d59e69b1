import type { Effort, TextModel } from '../text-model/text-model.ts';
import type { SearchEngine } from './search.ts';

/**
 * Named, because `auto` would take the model's own search where it has one, at its maker's price, else Exa. What each
 * costs for up to ten pages, in USD (openrouter.ai/docs, "Web Search", read 2026-11-23): Exa 0.007, Perplexity 0.005,
 * Parallel 0.005 in its mode `basic`, which is the default and knows most languages, 0.001 in `turbo` (English and
 * Japanese) and `fast` (languages not documented). Firecrawl needs an account of its own.
 */
const ENGINE = 'parallel';
const SEARCH_USD = 0.005;
/** Each page more costs more. */
const MOST_PAGES = 10;

/** Of an answer: for the query at first, for the last word then. */
const ANSWER = { maxTokens: 300, thinkingTokens: 1_000 };
/** In between, the router shows the model ten pages of 1,500 characters each. */
const WORST_TOKENS = { prompt: 7_000, completion: 2 * (ANSWER.maxTokens + ANSWER.thinkingTokens) };

export interface RouterSearchOptions {
  readonly textModel: TextModel;
  readonly model: string;
  readonly effort: Effort;
  /** What so many tokens of the model cost at most, in USD. */
  readonly worstCost: (tokens: { readonly prompt: number; readonly completion: number }) => number;
}

/**
 * The AI router's own search: a model is told to search, and the pages that the router names are the hits. What the
 * model writes is thrown away. It may decide not to search; then nothing was found, and nothing is pretended.
 */
export function createRouterSearch({
  textModel,
  model,
  effort,
  worstCost,
}: RouterSearchOptions): SearchEngine {
  const usd = (): number => SEARCH_USD + worstCost(WORST_TOKENS);
  return {
    name: 'the AI router',
    usd,
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
          ...ANSWER,
          effort,
          webSearch: { engine: ENGINE, maxResults: Math.min(MOST_PAGES, count), maxUsd: usd() },
        },
        { signal, onText: () => undefined },
      );
      const hits = result.citations.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));
      const { promptTokens = 0, completionTokens = 0, cost = null } = result.usage ?? {};
      // Tokens alone would leave out the search: where the router does not say, all that was set aside is spent.
      return { hits, usage: { promptTokens, completionTokens, cost: cost ?? usd() } };
    },
  };
}
