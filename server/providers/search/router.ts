import type { Effort, TextModel } from '../text-model/text-model.ts';
import type { SearchEngine } from './search.ts';

/**
 * Named, because `auto` would use the model's own search if it has one, at its vendor's price, else Exa. Price of
 * each for up to ten pages, in USD (openrouter.ai/docs, "Web Search", read 2026-11-23): Exa 0.007, Perplexity 0.005,
 * Parallel 0.005 in its mode `basic`, the default, which supports most languages, 0.001 in `turbo` (English and
 * Japanese) and `fast` (languages not documented). Firecrawl needs an account of its own.
 */
const ENGINE = 'parallel';
const SEARCH_USD = 0.005;
/** Additional pages cost more. */
const MOST_PAGES = 10;

/** Limits of each answer: first the query, then the final text. */
const ANSWER = { maxTokens: 300, thinkingTokens: 1_000 };
/** In between, the router shows the model ten pages of 1,500 characters each. */
const WORST_TOKENS = { prompt: 7_000, completion: 2 * (ANSWER.maxTokens + ANSWER.thinkingTokens) };

export interface RouterSearchOptions {
  readonly textModel: TextModel;
  readonly model: string;
  readonly effort: Effort;
  /** Maximum cost of this many tokens, in USD. */
  readonly worstCost: (tokens: { readonly prompt: number; readonly completion: number }) => number;
}

/**
 * The AI router's own search: a model is told to search, and the pages that the router reports are the hits. The
 * model's text is dropped. If it decides not to search, the result is empty.
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
      // Tokens alone wouldn't include the search: without a reported cost, the reserved amount counts.
      return { hits, usage: { promptTokens, completionTokens, cost: cost ?? usd() } };
    },
  };
}
