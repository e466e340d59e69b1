import type { ToolInput } from '../tool.ts';
import { earlierPages } from './earlier-pages.ts';
import type { Candidate, Page } from './sources.ts';
import { typedCandidates } from './typed-addresses.ts';

export interface PagesAtHand {
  /** They need not be fetched. */
  readonly earlier: readonly Page[];
  /** These, and after them the pages whose addresses the person has typed: they are read first. */
  readonly candidates: readonly Candidate[];
}

/**
 * What there is to read before anything is searched. `atMost`: pages of the run; `beside`: how many of an earlier answer
 * at most, so that there is room for those that are searched for. What has been typed always has its room.
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
