import type { Chunk, PdfDocument } from './pdf-pages.ts';

/** Share of a PDF's text pages that a model has read. */
export interface Coverage {
  readonly inPart: readonly number[];
  readonly unread: readonly number[];
  /** 0 to 1. A page of several pieces counts by them. */
  readonly share: number;
}

/** `lost`: ids of unread chunks. A passage in two chunks counts as read if one of them was. */
export function coverageOf({
  document: { pages },
  chunks,
  lost,
}: {
  readonly document: PdfDocument;
  readonly chunks: readonly Chunk[];
  readonly lost: readonly string[];
}): Coverage {
  const read = new Set(chunks.filter(({ id }) => !lost.includes(id)).flatMap((chunk) => chunk.pages));
  const shares = pages.map(({ number, pieces, isCut }) => {
    const share = pieces.filter((piece) => read.has(piece)).length / pieces.length;
    return { number, share, isWhole: share === 1 && !isCut };
  });
  const numbers = (of: typeof shares): number[] => of.map(({ number }) => number);
  return {
    inPart: numbers(shares.filter(({ share, isWhole }) => share > 0 && !isWhole)),
    unread: numbers(shares.filter(({ share }) => share === 0)),
    share: shares.reduce((sum, { share }) => sum + share, 0) / Math.max(1, pages.length),
  };
}
