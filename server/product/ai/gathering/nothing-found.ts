import type { Next } from '../engine/tool-spec.ts';
import type { Candidate } from './sources.ts';

export interface Failures {
  /** Why actions have failed. */
  readonly failures: readonly string[];
  readonly isOutOfMeans: boolean;
  /** Pages that the searches have named. */
  readonly candidates: readonly Candidate[];
}

/** An honest end without a result: what failed, or that there is nothing to rest on. */
export function nothingFound({ failures, isOutOfMeans, candidates }: Failures): Next {
  if (isOutOfMeans && failures.includes('budget'))
    return { failed: 'over_budget', because: 'no money to gather' };
  if (isOutOfMeans) return { failed: 'deadline', because: 'no time to gather' };
  if (failures.length > 0 && candidates.length === 0) {
    return { failed: 'provider_failed', because: `every search failed: ${failures.join(', ')}` };
  }
  return { failed: 'no_sources', because: 'nothing was found that can be quoted' };
}
