export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface TextRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  /** Always sent: without a cap a router checks the balance against the model's maximum. */
  readonly maxTokens: number;
  readonly temperature: number;
  /** How long a thinking model may think before it writes, where the provider takes the wish. Thinking counts against the cap. */
  readonly effort?: 'low' | 'high';
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
  /** Streams one answer. Throws TextModelError; never resolves for an answer that is empty or cut off without a finish. */
  complete(request: TextRequest, options: TextOptions): Promise<TextResult>;
  /** Ids that the provider serves now; null when it cannot say. */
  listModels(signal: AbortSignal): Promise<readonly string[] | null>;
}

/** What went wrong, in our words. `auth` and `payment` are the operator's to mend; `rate`, `upstream`, `truncated`, `empty`, `protocol` may pass by themselves. */
export type TextFailure =
  | 'auth'
  | 'payment'
  | 'rate'
  | 'context'
  | 'refused'
  | 'request'
  | 'upstream'
  | 'truncated'
  | 'empty'
  | 'protocol'
  | 'aborted';

export class TextModelError extends Error {
  override readonly name = 'TextModelError';
  readonly kind: TextFailure;
  readonly retryable: boolean;
  readonly status: number | null;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    kind: TextFailure,
    message: string,
    details: { retryable: boolean; status?: number; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.retryable = details.retryable;
    this.status = details.status ?? null;
    this.retryAfter = details.retryAfter ?? null;
  }
}
