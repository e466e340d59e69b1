import { type CheckModelsInput, checkModelsInput } from '#domain/functions/inputs.ts';
import type { ModelReport } from '#domain/model-report.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { ProductLimits } from '../limits.ts';
import { assertOwnComputer } from './assert-own-computer.ts';

/** Makes a small call to each connected model. Never rejects. */
export type CheckModels = (options: { readonly signal: AbortSignal }) => Promise<ModelReport>;

export interface CheckModelsDeps {
  readonly checkModels: CheckModels;
  readonly limiter: RateLimiter;
  readonly door: LocalDoor;
  readonly limits: ProductLimits;
}

/** Milliseconds: calls not made by then are reported as untried. Browsers wait for five minutes. */
const LIMIT_MS = 240_000;

/**
 * POST /functions/v1/check-models: checks what the connected models accept and do, with the operator's key and
 * money. Only outside production, for users on this computer, one check at a time.
 */
export function checkModelsFunction({
  checkModels,
  limiter,
  limits,
  door,
}: CheckModelsDeps): FunctionDefinition<CheckModelsInput> {
  let isRunning = false;
  return {
    name: 'check-models',
    access: 'user',
    input: checkModelsInput,
    async handle({ request, context }): Promise<ModelReport> {
      assertOwnComputer(door, request, context);
      if (isRunning) {
        throw new FunctionError(409, 'already_running', 'A check is still running. Try again in a minute.');
      }
      isRunning = true;
      try {
        // One limit for all users: the same account pays.
        const taken = await limiter.take('check-models', limits.modelChecks);
        if (!taken.ok) {
          const message = 'That’s enough checks for now. Try again in a few minutes.';
          throw new FunctionError(429, 'too_many_tries', message);
        }
        const signal = AbortSignal.any([request.signal, timeoutSignal(LIMIT_MS)]);
        return await checkModels({ signal });
      } finally {
        isRunning = false;
      }
    },
  };
}
