import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import { ensureProfileFunction } from './accounts/ensure-profile.ts';
import { cancelRunFunction } from './delegation/cancel-run.ts';
import { type DelegateDeps, delegateFunction } from './delegation/delegate.ts';

/** Every function of the product under /functions/v1. */
export function productFunctions(deps: DelegateDeps): readonly FunctionDefinition[] {
  return [delegateFunction(deps), cancelRunFunction(deps), ensureProfileFunction(deps)];
}
