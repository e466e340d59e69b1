import { ProviderError, type ProviderFailure } from '../provider-error/provider-error.ts';

export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Pictures to read, after the text. Only in user messages, and only for models that accept them. */
  readonly images?: readonly TextImage[];
  /** A PDF, after the text. Only for a router that reads it first: see `readsScans`. */
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

/** `none`: switches thinking off, if the server can. */
export type Effort = 'none' | 'low' | 'medium' | 'high';

/** The engines behind OpenRouter's search. */
export type SearchEngineName = 'auto' | 'native' | 'exa' | 'parallel' | 'perplexity' | 'firecrawl';

export interface TextRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  /** Estimated on the high side. Servers whose context is shared get no more calls at a time than fit into it. */
  readonly promptTokens?: number;
  /** Tokens of text. Always sent: without a cap, a router checks the balance against the model's maximum. */
  readonly maxTokens: number;
  /** A preference: dropped if the model doesn't support it. */
  readonly temperature?: number;
  /** A preference: how long a model may think before it writes. Mapped to the server's own values. */
  readonly effort?: Effort;
  /** Tokens on top of `maxTokens`, because servers count thinking against the same cap. See `TextModel.about`. */
  readonly thinkingTokens?: number;
  /**
   * A preference: the JSON schema of the answer, for providers that enforce one. The caller checks the answer either
   * way.
   */
  readonly shape?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Lets a router search the web while it answers; pages are returned as `citations`. Elsewhere it has no effect. */
  readonly webSearch?: {
    /** Default: `auto`, the model's own search if it has one. */
    readonly engine?: SearchEngineName;
    readonly maxResults: number;
    readonly maxUsd: number;
  };
  /** USD per token. A router uses no provider that charges more; elsewhere it has no effect. */
  readonly maxPrice?: { readonly prompt: number; readonly completion: number };
  /** Lets a router run OCR on a PDF; the text is returned as `fileTexts`. Elsewhere it has no effect. */
  readonly readsScans?: boolean;
}

export interface TextUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null if the provider doesn't say. */
  readonly cost: number | null;
}

export interface TextResult {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  /** The model that actually answered. */
  readonly model: string;
  readonly usage: TextUsage | null;
  readonly generationId: string | null;
  /** Pages that a router found while answering. */
  readonly citations: readonly Citation[];
  /** Text that a router read in the files it was sent, in order, as Markdown. */
  readonly fileTexts: readonly string[];
  /** True if the model thought before it wrote, as far as the server shows it. */
  readonly thought: boolean;
  /** The optional fields that were finally sent, by their names on the wire. */
  readonly sent: readonly string[];
}

/** Knowledge about a model, from its provider's list and its own answers and refusals. */
export interface ModelTraits {
  /** Null: unknown, so leave room for thinking. */
  readonly thinks: boolean | null;
  /** Thinking tokens to allow at this effort, if the usual amount wasn't enough; 0 if it was. */
  readonly thinkingNeed: number;
}

export interface Citation {
  readonly url: string;
  readonly title: string;
  /** The search engine's excerpt of the page. */
  readonly excerpt: string;
}

/** A model that the provider serves, with its price in USD per token, its last day and its context, if listed. */
export interface ServedModel {
  readonly id: string;
  readonly price: { readonly prompt: number; readonly completion: number } | null;
  readonly endsOn: Date | null;
  /** Context length in tokens, prompt and answer together, if the provider lists it. */
  readonly window?: number;
  /** True if the provider doesn't report it yet, and its default is assumed. */
  readonly isWindowGuessed?: boolean;
  /** The fields that its endpoints advertise (OpenRouter). */
  readonly takes?: readonly string[];
  /** Accepts pictures, and thinks before it writes, as listed by the provider. */
  readonly sees?: boolean;
  readonly thinks?: boolean;
  /** Not a text model: embeddings, pictures or speech. */
  readonly isOther?: boolean;
}

export interface TextOptions {
  readonly signal: AbortSignal;
  /** New text, in order. Thinking is never part of it. */
  onText(delta: string): void;
  /** All text passed to `onText` so far turned out to be thinking: discard it. */
  onVoid?(): void;
  /** Called before the first text if the provider sends an id, to store it for reconciliation. */
  onGenerationId?(id: string): void;
}

export interface TextModel {
  /** `demo` results are labelled and free. */
  readonly kind: 'real' | 'demo';
  /**
   * Streams one answer. Throws TextModelError; never resolves for an answer that is cut off without a finish, or empty
   * (no text, and nothing that a router was asked to find or read).
   */
  complete(request: TextRequest, options: TextOptions): Promise<TextResult>;
  /** Lists what the provider serves now; null if it has no list. Probes the models in `used` on self-hosted servers. */
  listModels(signal: AbortSignal, used?: readonly string[]): Promise<readonly ServedModel[] | null>;
  /** Returns what is known about a model at this effort. */
  about(model: string, effort: Effort): ModelTraits;
}

export type TextFailure = ProviderFailure;

export class TextModelError extends ProviderError {
  override readonly name = 'TextModelError';
}

/** Thinking used up the whole cap. Final for this request; a call with twice the room may succeed. */
export class ThoughtAwayError extends TextModelError {
  constructor() {
    super('empty', 'the model spent its whole cap on thinking', { retryable: false });
  }
}
