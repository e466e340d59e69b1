import type { RunErrorCode } from '#domain/run/run-messages.ts';

import { GateShutError } from '#server/lib/work-gate.ts';
import { isPassing } from '#server/platform/db/passing.ts';
import { ObjectStoreError } from '#server/providers/object-store/object-store.ts';
import { ProviderError, type ProviderFailure } from '#server/providers/provider-error/provider-error.ts';
import { CODE_OF_FAILURE } from '../ai/engine/failure-codes.ts';
import { CallRefused, ToolFailure } from '../ai/tool.ts';
import { ChildKilledError, FileWorkError } from '../files/in-child.ts';

/** Consequences of a tool's error for its run. */
export interface RunFailure {
  readonly code: RunErrorCode;
  readonly retryable: boolean;
  /** Milliseconds that the provider asked to wait; null if it didn't say. */
  readonly retryAfter: number | null;
  /** The provider gave no sign of life: that took a long timeout, so it isn't retried often. */
  readonly isSilence: boolean;
  /** No retry or other wording helps: the operator must fix the key, the balance or the model name. */
  readonly needsOperator: boolean;
}

const REFUSED_CALLS: Readonly<Record<CallRefused['why'], RunErrorCode>> = {
  calls: 'interrupted',
  run_budget: 'run_limit',
  day_budget: 'over_budget',
};

const OPERATORS: readonly ProviderFailure[] = ['auth', 'payment', 'request'];

/** Milliseconds until files and the database are retried: longer than a run waits in place, so that it is requeued. */
const LATER = 30_000;

/** Any error that a tool isn't supposed to throw is our bug, and nothing suggests that a retry would help. */
export function toRunFailure(error: unknown): RunFailure {
  if (error instanceof ToolFailure) return final(error.code);
  if (error instanceof CallRefused) {
    const failure = final(REFUSED_CALLS[error.why]);
    // A run that exceeds its budget will do so again.
    return { ...failure, needsOperator: error.why === 'run_budget' };
  }
  // The queue of files is full: requeue the run.
  if (error instanceof GateShutError) return { ...final('busy'), retryable: true, retryAfter: LATER };
  // The database was away for longer than `persist` waits.
  if (isPassing(error)) return { ...final('internal'), retryable: true, retryAfter: LATER };
  if (error instanceof ObjectStoreError) {
    return { ...final('internal'), retryable: error.kind === 'unreachable', retryAfter: LATER };
  }
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
