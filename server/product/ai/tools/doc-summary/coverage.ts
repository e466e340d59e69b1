import type { Chunk, PdfDocument } from './pdf-pages.ts';

/** How much of a PDF's pages with text has been put before a model. */
export interface Coverage {
  readonly inPart: readonly number[];
  readonly unread: readonly number[];
  /** 0 to 1. A page of several pieces counts by them. */
  readonly share: number;
}

/** `lost`: ids of the chunks that could not be read. A piece may stand in two chunks: one of them is enough. */
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
