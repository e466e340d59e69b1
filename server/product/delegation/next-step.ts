import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { ProductLimits } from '../limits.ts';
import type { RunFailure } from './run-failure.ts';

export type NextStep =
  | { readonly act: 'fail'; readonly code: RunErrorCode }
  /** Ask again in this process; `wait` in milliseconds. */
  | { readonly act: 'retry'; readonly wait: number }
  /** Give the place to somebody else meanwhile. */
  | { readonly act: 'release'; readonly wait: number };

export interface Situation {
  /** Provider calls made so far. */
  readonly calls: number;
  /** Provider calls that the run may make. */
  readonly maxCalls: number;
  /** Milliseconds until the run's deadline. */
  readonly timeLeft: number;
  readonly limits: Pick<ProductLimits, 'retryDelay' | 'waitInPlace'>;
  /** 0 to 1. */
  readonly random: number;
}

/** What follows a failed attempt. */
export function nextStep(
  failure: RunFailure,
  { calls, maxCalls, timeLeft, limits, random }: Situation,
): NextStep {
  if (!failure.retryable || calls >= maxCalls) return { act: 'fail', code: failure.code };
  // Doubling, each half to one and a half times as long, so that runs that failed together do not return together.
  const backoff = limits.retryDelay * 2 ** Math.max(0, calls - 1) * (0.5 + random);
  const wait = Math.round(failure.retryAfter ?? backoff);
  if (wait >= timeLeft) return { act: 'fail', code: failure.code };
  return { act: wait > limits.waitInPlace ? 'release' : 'retry', wait };
}
