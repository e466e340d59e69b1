import type { RunErrorCode } from '#domain/run-messages.ts';
import { type TextFailure, TextModelError } from '#server/providers/text-model/text-model.ts';

/** What an error of a tool means for its run. */
export interface RunFailure {
  readonly code: RunErrorCode;
  readonly retryable: boolean;
  /** Milliseconds that the provider asked to wait; null when it did not say. */
  readonly retryAfter: number | null;
  /** No repeat and no other wording helps: the key, the balance or the model's name must be mended. */
  readonly needsOperator: boolean;
}

const CODES: Readonly<Record<TextFailure, RunErrorCode>> = {
  auth: 'temporarily_unavailable',
  payment: 'temporarily_unavailable',
  rate: 'busy',
  context: 'too_long',
  refused: 'refused',
  request: 'temporarily_unavailable',
  upstream: 'provider_failed',
  truncated: 'incomplete_answer',
  empty: 'empty_answer',
  protocol: 'provider_failed',
  aborted: 'provider_failed',
};

const OPERATORS: readonly TextFailure[] = ['auth', 'payment', 'request'];

/** Anything but a TextModelError is a mistake of ours: nothing says that a repeat would end differently. */
export function toRunFailure(error: unknown): RunFailure {
  if (!(error instanceof TextModelError)) {
    return { code: 'internal', retryable: false, retryAfter: null, needsOperator: false };
  }
  return {
    code: CODES[error.kind],
    retryable: error.retryable,
    retryAfter: error.retryAfter === null ? null : error.retryAfter * 1000,
    needsOperator: OPERATORS.includes(error.kind),
  };
}
