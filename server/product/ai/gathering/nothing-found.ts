import { type ActionResult, isOutOfMeans } from '../engine/action.ts';
import type { Next } from '../engine/tool-spec.ts';
import type { Candidate } from './sources.ts';

export interface Failures {
  /** Why actions have failed. */
  readonly failures: readonly string[];
  readonly isOutOfMeans: boolean;
  /** Pages that the searches have named. */
  readonly candidates: readonly Candidate[];
}

/** Remembers why an action has failed, and whether the means are spent since. */
export function withFailure<State extends Failures>(state: State, result: ActionResult): State {
  return {
    ...state,
    isOutOfMeans: state.isOutOfMeans || isOutOfMeans(result),
    failures: result.ok ? state.failures : [...state.failures, result.why],
  };
}

/** An honest end without a result: what failed, or that there is nothing to rest on. */
export function nothingFound({ failures, isOutOfMeans: isSpent, candidates }: Failures): Next {
  if (isSpent && failures.includes('budget')) return { failed: 'over_budget', because: 'no money to gather' };
  if (isSpent) return { failed: 'deadline', because: 'no time to gather' };
  if (failures.length > 0 && candidates.length === 0) {
    return { failed: 'provider_failed', because: `every search failed: ${failures.join(', ')}` };
  }
  return { failed: 'no_sources', because: 'nothing was found that can be quoted' };
}
