import type { ToolInput } from '../tool.ts';
import { earlierPages } from './earlier-pages.ts';
import type { Candidate, Page } from './sources.ts';
import { typedCandidates } from './typed-addresses.ts';

export interface PagesAtHand {
  /** Pages that need no fetching. */
  readonly earlier: readonly Page[];
  /** The above, then pages whose addresses the person typed; these are read first. */
  readonly candidates: readonly Candidate[];
}

/**
 * Pages to read before any search. `atMost`: pages of the run; `beside`: limit for those of an earlier answer,
 * to leave room for search results. Typed addresses always have room.
 */
export function pagesAtHand(
  input: ToolInput,
  { atMost, beside }: { readonly atMost: number; readonly beside: number },
): PagesAtHand {
  const all = earlierPages(input, beside);
  const wanted = typedCandidates(input, all).length;
  const earlier = all.slice(0, Math.max(0, atMost - wanted));
  return { earlier, candidates: [...earlier, ...typedCandidates(input, earlier)] };
}
