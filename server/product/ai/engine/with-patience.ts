import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import { CallRefused } from '../tool.ts';
import type { Patience } from './effects.ts';

/**
 * Tries again what may pass by itself, a few times and with growing waits. A failure that asks for a long wait is
 * passed on as it is: the run goes back to the queue and is taken up then. What is still failing at the end is passed
 * on as final.
 */
export async function withPatience<T>(
  patience: Patience,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  let last: ProviderError | null = null;
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      // That there is no means for another try is not why the first one failed.
      if (error instanceof CallRefused && last !== null) throw asFinal(last);
      if (!(error instanceof ProviderError) || !error.retryable) throw error;
      last = error;
      if (made >= patience.calls) throw asFinal(error);
      // Each half to one and a half times as long, so that steps that failed together do not return together.
      const backoff = patience.delay * 2 ** (made - 1) * (0.5 + Math.random());
      const wait = error.retryAfter === null ? backoff : error.retryAfter * 1000;
      if (wait > patience.inPlace) throw error;
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function asFinal(error: ProviderError): ProviderError {
  const { kind, message, status } = error;
  return new ProviderError(kind, message, {
    retryable: false,
    cause: error,
    ...(status !== null && { status }),
  });
}
