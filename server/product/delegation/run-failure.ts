import type { RunErrorCode } from '#domain/run/run-messages.ts';

import { GateShutError } from '#server/lib/work-gate.ts';
import { ProviderError, type ProviderFailure } from '#server/providers/provider-error/provider-error.ts';
import { CODE_OF_FAILURE } from '../ai/engine/failure-codes.ts';
import { CallRefused, ToolFailure } from '../ai/tool.ts';
import { ChildKilledError, FileWorkError } from '../files/in-child.ts';

/** What an error of a tool means for its run. */
export interface RunFailure {
  readonly code: RunErrorCode;
  readonly retryable: boolean;
  /** Milliseconds that the provider asked to wait; null when it did not say. */
  readonly retryAfter: number | null;
  /** The provider gave no sign of life: its wait was long, and is not repeated often. */
  readonly isSilence: boolean;
  /** No repeat and no other wording helps: the key, the balance or the model's name must be mended. */
  readonly needsOperator: boolean;
}

const REFUSED_CALLS: Readonly<Record<CallRefused['why'], RunErrorCode>> = {
  calls: 'interrupted',
  run_budget: 'run_limit',
  day_budget: 'over_budget',
};

const OPERATORS: readonly ProviderFailure[] = ['auth', 'payment', 'request'];

/** Milliseconds after which files may have their turn: longer than a run waits in its place, so that it waits in the queue. */
const FILES_LATER = 30_000;

/** Anything else than the errors a tool may throw is a mistake of ours: nothing says that a repeat would end differently. */
export function toRunFailure(error: unknown): RunFailure {
  if (error instanceof ToolFailure) return final(error.code);
  if (error instanceof CallRefused) {
    const failure = final(REFUSED_CALLS[error.why]);
    // A run that its budget does not pay for will not be paid for the next time either.
    return { ...failure, needsOperator: error.why === 'run_budget' };
  }
  // More files wait than can be looked at soon: the run waits with them.
  if (error instanceof GateShutError) return { ...final('busy'), retryable: true, retryAfter: FILES_LATER };
  if (error instanceof ChildKilledError) return final('interrupted');
  if (error instanceof FileWorkError) return final('file_limits');
  if (!(error instanceof ProviderError)) return final('internal');
  return {
    code: CODE_OF_FAILURE[error.kind],
    retryable: error.retryable,
    retryAfter: error.retryAfter === null ? null : error.retryAfter * 1000,
    isSilence: error.isSilence,
    needsOperator: OPERATORS.includes(error.kind),
  };
}

function final(code: RunErrorCode): RunFailure {
  return { code, retryable: false, retryAfter: null, isSilence: false, needsOperator: false };
}
