import { isRefusal } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';

/** A search engine that tells when it refuses us: its key, its account, or (a router's) what it is asked for. */
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
