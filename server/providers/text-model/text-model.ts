import { ProviderError, type ProviderFailure } from '../provider-error/provider-error.ts';

export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Pictures to look at, after the text. From the user alone, and for models that can. */
  readonly images?: readonly TextImage[];
  /** A PDF, after the text. For a router that reads it first: see `readsScans`. */
  readonly pdf?: TextPdf;
}

export interface TextPdf {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface TextImage {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** `none`: thinking is switched off, where a server can. */
export type Effort = 'none' | 'low' | 'medium' | 'high';

/** The engines behind OpenRouter's search. */
export type SearchEngineName = 'auto' | 'native' | 'exa' | 'parallel' | 'perplexity' | 'firecrawl';

export interface TextRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  /** Tokens of the text. A cap is always sent: without one a router checks the balance against the model's maximum. */
  readonly maxTokens: number;
  /** A like: left out where the model takes none. */
  readonly temperature?: number;
  /** A like: how long a thinking model may think before it writes, in the server's own words for it. */
  readonly effort?: Effort;
  /** Tokens on top of `maxTokens`: servers count what is thought against the same cap. See `TextModel.about`. */
  readonly thinkingTokens?: number;
  /** A like: the form of the answer, as a JSON schema, for providers that hold a model to it. The reader checks it all the same. */
  readonly shape?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Lets a router search the web while it answers; the pages come as `citations`. Elsewhere it has no effect. */
  readonly webSearch?: {
    /** `auto`, unless told otherwise: the model's own search where it has one. */
    readonly engine?: SearchEngineName;
    readonly maxResults: number;
    readonly maxUsd: number;
  };
  /** USD for a token. A router passes it on to nobody dearer; elsewhere it has no effect. */
  readonly maxPrice?: { readonly prompt: number; readonly completion: number };
  /** Lets a router recognise the text in the pictures of a PDF; it comes as `fileTexts`. Elsewhere it has no effect. */
  readonly readsScans?: boolean;
}

export interface TextUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null when the provider does not say. */
  readonly cost: number | null;
}

export interface TextResult {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  /** The model that really answered. */
  readonly model: string;
  readonly usage: TextUsage | null;
  readonly generationId: string | null;
  /** Pages that a router found while it answered. */
  readonly citations: readonly Citation[];
  /** What a router has read in the files it was sent, in order. Markdown. */
  readonly fileTexts: readonly string[];
  /** The model has thought before it wrote, as far as its server lets it be seen. */
  readonly thought: boolean;
  /** The optional fields that the request went out with in the end, by their names on the wire. */
  readonly sent: readonly string[];
}

/** What is known of a model: from its provider's list, and from its answers and refusals. */
export interface ModelTraits {
  /** Null: not known, so there is to be room for thinking. */
  readonly thinks: boolean | null;
  /** Tokens that its thinking of this effort has needed, where the usual room was not enough; 0: it was. */
  readonly thinkingNeed: number;
}

export interface Citation {
  readonly url: string;
  readonly title: string;
  /** What the search engine shows of it. */
  readonly excerpt: string;
}

/** A model that the provider serves, with its price in USD for one token, its last day and its context where it says so. */
export interface ServedModel {
  readonly id: string;
  readonly price: { readonly prompt: number; readonly completion: number } | null;
  readonly endsOn: Date | null;
  /** Tokens that it takes at once, prompt and answer together, where the provider says it. */
  readonly window?: number;
  /** The fields that its endpoints advertise (OpenRouter). */
  readonly takes?: readonly string[];
  /** Whether it looks at pictures, and whether it thinks before it writes, where the provider says it. */
  readonly sees?: boolean;
  readonly thinks?: boolean;
  /** It makes no texts: an embedding, a picture, speech. */
  readonly isOther?: boolean;
}

export interface TextOptions {
  readonly signal: AbortSignal;
  /** New text, in order. Thinking is never part of it. */
  onText(delta: string): void;
  /** All text given to `onText` so far was thinking, as has turned out: it is void. */
  onVoid?(): void;
  /** Known before the first text, where the provider says it: to be stored for reconciliation. */
  onGenerationId?(id: string): void;
}

export interface TextModel {
  /** `demo` results are labelled and free. */
  readonly kind: 'real' | 'demo';
  /** Streams one answer. Throws TextModelError; never resolves for an answer that is empty (of its text, and of what a router was asked to find or to read) or cut off without a finish. */
  complete(request: TextRequest, options: TextOptions): Promise<TextResult>;
  /** What the provider serves now; null when it cannot say. Of a server of one's own, `used` are looked at closer. */
  listModels(signal: AbortSignal, used?: readonly string[]): Promise<readonly ServedModel[] | null>;
  /** What is known of a model when it is asked with this effort. */
  about(model: string, effort: Effort): ModelTraits;
}

export type TextFailure = ProviderFailure;

export class TextModelError extends ProviderError {
  override readonly name = 'TextModelError';
}

/** Nothing is left of the cap for a text. Final for this request: with twice the room, the answer may come. */
export class ThoughtAwayError extends TextModelError {
  constructor() {
    super('empty', 'the model spent its whole cap on thinking', { retryable: false });
  }
}
