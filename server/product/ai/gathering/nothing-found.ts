import { type Action, type ActionResult, isOutOfMeans, isOutOfMoney, limitMet } from '../engine/action.ts';
import type { Next } from '../engine/tool-spec.ts';
import { providerFailureAmong } from '../failure-codes.ts';
import type { Candidate } from './sources.ts';

export interface Failures {
  /** Why actions have failed. */
  readonly failures: readonly string[];
  /** Queries that there was no money for. */
  readonly unsearched: readonly string[];
  readonly isOutOfMeans: boolean;
  /** Pages that the searches have named. */
  readonly candidates: readonly Candidate[];
  /** Pages that a reader has looked through, whatever it has found there. */
  readonly readThrough: number;
}

/**
 * Remembers why an action has failed, and whether the means are spent since. A search leaves money for reading: one that
 * there is none for is left out, and what the others have found is read.
 */
export function withFailure<State extends Failures>(
  state: State,
  action: Action,
  result: ActionResult,
): State {
  const isReadThrough = action.kind === 'chat' && action.role === 'reader' && result.ok;
  const isUnsearched = action.kind === 'search' && isOutOfMoney(result);
  return {
    ...state,
    unsearched: isUnsearched ? [...state.unsearched, action.query] : state.unsearched,
    isOutOfMeans: state.isOutOfMeans || (isOutOfMeans(result) && !isUnsearched),
    readThrough: state.readThrough + (isReadThrough ? 1 : 0),
    failures: result.ok ? state.failures : [...state.failures, result.why],
  };
}

/** An honest end without a result: what failed, or that there is nothing to rest on. */
export function nothingFound({ failures, isOutOfMeans: isSpent, candidates, readThrough }: Failures): Next {
  const limit = isSpent || candidates.length === 0 ? limitMet(failures) : null;
  if (limit !== null) return { failed: limit, because: 'no money to gather' };
  if (isSpent) return { failed: 'deadline', because: 'no time to gather' };
  const provider = readThrough === 0 ? providerFailureAmong(failures) : null;
  if (provider !== null) return { failed: provider, because: `no page was read: ${failures.join(', ')}` };
  if (failures.length > 0 && candidates.length === 0) {
    return { failed: 'provider_failed', because: `every search failed: ${failures.join(', ')}` };
  }
  return { failed: 'no_sources', because: 'nothing was found that can be quoted' };
}
