/**
 * Kinds of failure, for any provider (text, images, search). `auth`, `payment` and `request` have to be fixed by the
 * operator; `rate`, `upstream`, `truncated`, `empty` and `protocol` may be transient.
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
  /** A URL in the response can't be fetched. */
  | 'fetch'
  | 'protocol'
  | 'aborted';

export interface ProviderErrorDetails {
  readonly retryable: boolean;
  readonly status?: number;
  readonly retryAfter?: number;
  /** Timed out without any sign of life. */
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
  /** Waiting already took long: retry once, rather than up to the limit. */
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

/** True if the prompt doesn't fit into the model's context. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'context';
}

/** True if only the operator can fix it: key, balance, model name. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && ['auth', 'payment', 'request'].includes(error.kind);
}
