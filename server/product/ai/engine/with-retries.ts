import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import { SILENT_CALLS } from '../models/make-call.ts';
import { CallRefused, type ToolContext } from '../tool.ts';
import type { Patience } from './effects.ts';
import { CODE_OF_FAILURE } from './failure-codes.ts';

/**
 * Retries transient failures a few times with exponential backoff. A failure that asks for a long wait is
 * rethrown unchanged, which requeues the run. The last failure is rethrown as final, unless it is the first.
 */
export async function withRetries<T>(
  patience: Patience,
  { signal, onStep }: Pick<ToolContext, 'signal' | 'onStep'>,
  attempt: () => Promise<T>,
): Promise<T> {
  let last: ProviderError | null = null;
  let silences = 0;
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      // Rethrows the first failure: running out of calls or money is not its cause.
      if (error instanceof CallRefused && last !== null) throw asFinal(last);
      if (!(error instanceof ProviderError) || !error.retryable || patience.calls === 1) throw error;
      last = error;
      if (error.isSilence) silences += 1;
      if (made >= patience.calls || silences >= SILENT_CALLS) throw asFinal(error);
      // Jitter of 50-150 %, so that steps that failed together don't retry together.
      const backoff = patience.delay * 2 ** (made - 1) * (0.5 + Math.random());
      const wait = error.retryAfter === null ? backoff : error.retryAfter * 1000;
      if (wait > patience.inPlace) throw error;
      const seconds = Math.ceil(wait / 1000);
      onStep({ key: 'retrying', params: { code: CODE_OF_FAILURE[error.kind], seconds } });
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
