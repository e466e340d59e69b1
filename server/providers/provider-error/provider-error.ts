/**
 * What went wrong at a provider, in our words, whatever it provides: text, pictures, search. `auth`, `payment` and
 * `request` are the operator's to mend; `rate`, `upstream`, `truncated`, `empty`, `protocol` may pass by themselves.
 */
export type ProviderFailure =
  | 'auth'
  | 'payment'
  | 'rate'
  | 'context'
  | 'refused'
  | 'request'
  | 'upstream'
  | 'truncated'
  | 'empty'
  /** What the answer points to cannot be had. */
  | 'fetch'
  | 'protocol'
  | 'aborted';

export interface ProviderErrorDetails {
  readonly retryable: boolean;
  readonly status?: number;
  readonly retryAfter?: number;
  /** It gave no sign of life for as long as one is waited for. */
  readonly isSilence?: boolean;
  readonly cause?: unknown;
}

export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
  readonly kind: ProviderFailure;
  readonly retryable: boolean;
  readonly status: number | null;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;
  /** Waiting has taken its time already: it is asked once more, and not until its calls are used up. */
  readonly isSilence: boolean;

  constructor(kind: ProviderFailure, message: string, details: ProviderErrorDetails) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.retryable = details.retryable;
    this.status = details.status ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.isSilence = details.isSilence ?? false;
  }
}

/** Whether the provider refuses for a reason that only the operator can mend: the key, the balance, the model's name. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && ['auth', 'payment', 'request'].includes(error.kind);
}
