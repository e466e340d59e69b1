import { isRefusal } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';

/** Wraps a search engine: calls `tell` when it refuses the key, the account or, for a router, the request. */
export const watchRefusals = (engine: SearchEngine, tell: () => void): SearchEngine => ({
  ...engine,
  async search(query, options) {
    try {
      return await engine.search(query, options);
    } catch (error) {
      if (isRefusal(error)) tell();
      throw error;
    }
  },
});
