import { ProviderError } from '../provider-error/provider-error.ts';

export interface SearchQuery {
  readonly words: string;
  /** Of the person who asks, such as `de`: a preference, not a filter. */
  readonly language: string;
  /** How many hits are wanted; an engine may give fewer or more. */
  readonly count: number;
}

/** A page that an engine knows of. Its texts are foreign, and nothing but a hint: what is told of a page is read from it. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
}

export interface SearchAnswer {
  /** The best first. Empty when nothing was found. */
  readonly hits: readonly SearchHit[];
  readonly usage: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost: number | null;
  };
}

export interface SearchEngine {
  /** For people: who was asked. */
  readonly name: string;
  /** USD that one search costs at most, as far as is known now: prices are learned after the start. */
  readonly usd: () => number;
  /** Throws SearchError, or TextModelError where a model searches. */
  search(query: SearchQuery, options: { signal: AbortSignal }): Promise<SearchAnswer>;
}

export class SearchError extends ProviderError {
  override readonly name = 'SearchError';
}
