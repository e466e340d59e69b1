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

export interface TextRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  /** Always sent: without a cap a router checks the balance against the model's maximum. */
  readonly maxTokens: number;
  readonly temperature: number;
  /** How long a thinking model may think before it writes, where the provider takes the wish. Thinking counts against the cap. */
  readonly effort?: 'low' | 'high';
  /** Added to the cap where the provider takes the wish, so that long thinking leaves room for the text. */
  readonly thinkingTokens?: number;
  /** The form of the answer, as a JSON schema, for providers that hold a model to it. The reader checks it all the same. */
  readonly shape?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Lets a router search the web while it answers; the pages come as `citations`. Elsewhere it has no effect. */
  readonly webSearch?: { readonly maxResults: number; readonly maxUsd: number };
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
}

export interface TextOptions {
  readonly signal: AbortSignal;
  /** New text, in order. */
  onText(delta: string): void;
  /** Known before the first text, where the provider says it: to be stored for reconciliation. */
  onGenerationId?(id: string): void;
}

export interface TextModel {
  /** `demo` results are labelled and free. */
  readonly kind: 'real' | 'demo';
  /** Streams one answer. Throws TextModelError; never resolves for an answer that is empty (of its text, and of what a router was asked to find or to read) or cut off without a finish. */
  complete(request: TextRequest, options: TextOptions): Promise<TextResult>;
  /** What the provider serves now; null when it cannot say. */
  listModels(signal: AbortSignal): Promise<readonly ServedModel[] | null>;
}

export type TextFailure = ProviderFailure;

export class TextModelError extends ProviderError {
  override readonly name = 'TextModelError';
}
