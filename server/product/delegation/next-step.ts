import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { ProductLimits } from '../limits.ts';
import type { RunFailure } from './run-failure.ts';

export type NextStep =
  | { readonly act: 'fail'; readonly code: RunErrorCode }
  /** Retry in this process after `wait` milliseconds. */
  | { readonly act: 'retry'; readonly wait: number }
  /** Release the slot and requeue for `wait` milliseconds. */
  | { readonly act: 'release'; readonly wait: number };

export interface Situation {
  /** Provider calls so far. */
  readonly calls: number;
  /** Maximum provider calls of the run. */
  readonly maxCalls: number;
  /** Milliseconds until the run's deadline. */
  readonly timeLeft: number;
  readonly limits: Pick<ProductLimits, 'retryDelay' | 'waitInPlace'>;
  /** From 0 to 1. */
  readonly random: number;
}

/** Decides what follows a failed attempt. */
export function nextStep(
  failure: RunFailure,
  { calls, maxCalls, timeLeft, limits, random }: Situation,
): NextStep {
  if (!failure.retryable || calls >= maxCalls) return { act: 'fail', code: failure.code };
  // Exponential backoff with 50-150 % jitter, so that runs that failed together don't retry together.
  const backoff = limits.retryDelay * 2 ** Math.max(0, calls - 1) * (0.5 + random);
  const wait = Math.round(failure.retryAfter ?? backoff);
  if (wait >= timeLeft) return { act: 'fail', code: failure.code };
  return { act: wait > limits.waitInPlace ? 'release' : 'retry', wait };
}
