import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';

/** A search engine that tells when it takes its key, or its account, no longer. */
export const watchRefusals = (engine: SearchEngine, tell: () => void): SearchEngine => ({
  ...engine,
  async search(query, options) {
    try {
      return await engine.search(query, options);
    } catch (error) {
      if (error instanceof ProviderError && (error.kind === 'auth' || error.kind === 'payment')) tell();
      throw error;
    }
  },
});
