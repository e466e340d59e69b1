import type { Evidence } from '#domain/evidence.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Candidate, Page } from './sources.ts';

export interface Gathered {
  readonly pages: readonly Page[];
  /** Claims that the answer cites. */
  readonly cited: readonly Claim[];
  /** Ids of sources in the order of their numbers. */
  readonly numbered: readonly string[];
  readonly unread: readonly Candidate[];
  readonly unverified: readonly string[];
  readonly unsourced: number;
  readonly open: readonly string[];
}

/** Evidence stored with the answer, so that each citation can be opened later. */
export function buildEvidence({
  pages,
  cited,
  numbered,
  unread,
  unverified,
  unsourced,
  open,
}: Gathered): Evidence {
  const sources = numbered.flatMap((id, index) => {
    const page = pages.find((each) => each.id === id);
    if (!page) return [];
    const quotes = cited
      .filter((claim) => claim.source === id)
      .map(({ quote, around }) => ({ text: quote, around }));
    const { url, host, title, date, readAt } = page;
    return [{ n: index + 1, url, host, title, date, read_at: readAt, quotes }];
  });
  return {
    sources,
    pages_read: pages.length,
    unread: unread.map(({ url, host, title }) => ({ url, host, title })),
    unverified: [...unverified],
    unsourced,
    open: [...open],
  };
}
