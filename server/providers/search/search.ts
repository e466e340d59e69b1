import { ProviderError } from '../provider-error/provider-error.ts';

export interface SearchQuery {
  readonly words: string;
  /** The user's language, such as `de`: a preference, not a filter. */
  readonly language: string;
  /** Wanted number of hits; an engine may return fewer or more. */
  readonly count: number;
}

/** A page known to an engine. Its texts are untrusted and only a hint: claims are based on the page itself. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
}

export interface SearchAnswer {
  /** Best first. Empty if nothing was found. */
  readonly hits: readonly SearchHit[];
  readonly usage: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost: number | null;
  };
}

export interface SearchEngine {
  /** Display name. */
  readonly name: string;
  /** Maximum USD per search, as far as known: prices are only learned after the start. */
  readonly usd: () => number;
  /** Throws SearchError, or TextModelError if a model does the search. */
  search(query: SearchQuery, options: { signal: AbortSignal }): Promise<SearchAnswer>;
}

export class SearchError extends ProviderError {
  override readonly name = 'SearchError';
}
