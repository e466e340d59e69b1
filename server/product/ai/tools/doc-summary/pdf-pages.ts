import type { TextUnit } from '#domain/file-kinds.ts';
import type { TextImage } from '#server/providers/text-model/text-model.ts';
import type { PdfText } from '../../../files/file-job.ts';
import { type Passage, splitPassages, toPieces, withBorders } from '../../evidence/split-passages.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import type { Outline } from '../../prompts/outline-lines.ts';

/** A piece of a page that is read at once; usually the whole page. */
export interface PagePiece {
  /** Page number in the file, from 1. */
  readonly number: number;
  readonly text: string;
  readonly passages: readonly Passage[];
}

/** A page with readable text. */
export interface PdfPage {
  /** Counts from 1. */
  readonly number: number;
  readonly pieces: readonly PagePiece[];
  /** Whether its text comes from OCR. */
  readonly byOcr: boolean;
  /** Whether the page has more text than was read. */
  readonly isCut: boolean;
}

/** A document as the tool uses it. One without pages has slides or sections in their place. */
export interface PdfDocument {
  readonly name: string;
  readonly unit: TextUnit;
  readonly of: number;
  readonly pages: readonly PdfPage[];
  /** Pages that are pictures, or empty. */
  readonly scanned: readonly number[];
  /** Pages that are read, but for letters that are known to their fonts alone. */
  readonly garbled: readonly number[];
  /** The last page that is promised to be read. */
  readonly upTo: number;
  /** Bookmarks of a PDF. */
  readonly outline: Outline;
  /** Names of files within it. */
  readonly attachments: readonly string[];
  /** Names of its pages, where each is a picture of its own; otherwise empty. */
  readonly pictures: readonly string[];
  /** Maximum tokens read at once. */
  readonly chunkTokens: number;
}

/** Names its parts where they aren't pages, for steps, notices and sources. */
export const unitOf = ({ unit }: PdfDocument): { readonly unit?: TextUnit } =>
  unit === 'page' ? {} : { unit };

/** Chunk size that models read with care; a short document is one chunk. */
export const CHUNK_TOKENS = 10_000;
const CHUNK_PAGES = 10;

/** A document that a child has read: a PDF, or one without pages. */
export type ReadText = Omit<PdfText, 'title'> & { readonly unit: TextUnit };

export function toDocument(
  name: string,
  { unit, pages, cut, garbled, scanned: all, outline, attachments }: ReadText,
  {
    chunkTokens,
    upTo = pages.length,
    pictures = [],
  }: {
    readonly chunkTokens: number;
    readonly upTo?: number | undefined;
    readonly pictures?: readonly string[];
  },
): PdfDocument {
  const read = pages.slice(0, upTo).map((text, index) => ({ number: index + 1, text }));
  const scanned = all.filter((number) => number <= upTo);
  return {
    name,
    unit,
    of: pages.length,
    pages: read
      .filter(({ number }) => !scanned.includes(number))
      .map(({ number, text }) =>
        toPage(number, text, { byOcr: false, isCut: cut.includes(number), chunkTokens }),
      ),
    scanned,
    garbled: garbled.filter((number) => number <= upTo && !scanned.includes(number)),
    upTo: Math.min(upTo, pages.length),
    outline,
    attachments,
    pictures,
    chunkTokens,
  };
}

function toPage(
  number: number,
  text: string,
  { chunkTokens, ...how }: Pick<PdfPage, 'byOcr' | 'isCut'> & Pick<PdfDocument, 'chunkTokens'>,
): PdfPage {
  const pieces = inPieces(text.split('\n'), chunkTokens).map((lines) => ({
    number,
    text: lines.join('\n'),
    passages: withBorders(splitPassages(lines)),
  }));
  return { number, pieces, ...how };
}

/** Lines that each piece repeats from the one before, so that no sentence is split. */
const REPEATED = 3;

/** Splits lines into pieces that can be read at once: a browser may save a whole site as one page. */
function inPieces(lines: readonly string[], chunkTokens: number): string[][] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  let tokens = 0;
  for (const line of lines.flatMap(toPieces)) {
    const cost = estimateTokens(line) + 1;
    if (piece.length > 0 && tokens + cost > chunkTokens) {
      pieces.push(piece);
      piece = piece.slice(-REPEATED);
      tokens = estimateTokens(piece.join('\n'));
    }
    piece.push(line);
    tokens += cost;
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}

/** A page whose text has to be recognised: as a PDF of it alone, by a service, or as a picture, by a model. */
export type PageScan = { readonly number: number } & (
  | { readonly page: Buffer }
  | { readonly picture: TextImage }
);

/** OCR result of a page; empty text if nothing was recognised. */
export interface RecognisedPage {
  readonly number: number;
  readonly text: string;
  /** Whether the page has more text. */
  readonly isCut: boolean;
  /** Reason why it couldn't be read; null: it could. */
  readonly failure: string | null;
}

/** Adds recognised pages to a document. */
export function withRecognised(document: PdfDocument, recognised: readonly RecognisedPage[]): PdfDocument {
  const { chunkTokens } = document;
  const added = recognised.filter(({ text }) => text.trim() !== '');
  const pages = [
    ...document.pages,
    ...added.map(({ number, text, isCut }) => toPage(number, text, { byOcr: true, isCut, chunkTokens })),
  ];
  return {
    ...document,
    pages: pages.toSorted((a, b) => a.number - b.number),
    scanned: document.scanned.filter((number) => !added.some((page) => page.number === number)),
  };
}

/** Pages, or pieces of a long one, that are read together. */
export interface Chunk {
  /** `1`, `2`, … in the order of the document. */
  readonly id: string;
  readonly pages: readonly PagePiece[];
}

/** Splits a document into chunks. */
export const toChunks = ({ pages, chunkTokens }: PdfDocument): Chunk[] =>
  groupPieces(
    pages.flatMap((page) => page.pieces),
    ({ text }) => estimateTokens(text),
    chunkTokens,
  ).map((group, index) => ({ id: String(index + 1), pages: group }));

/**
 * Groups pieces that are read together. Each group repeats the last piece of the one before if there is room, so that no
 * passage is split.
 */
export function groupPieces<Piece>(
  pieces: readonly Piece[],
  tokensOf: (piece: Piece) => number,
  chunkTokens: number,
): Piece[][] {
  const groups: Piece[][] = [];
  let current: Piece[] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const cost = tokensOf(piece);
    const isFull = current.length > 0 && (tokens + cost > chunkTokens || current.length >= CHUNK_PAGES);
    if (isFull) {
      groups.push(current);
      const last = current.length > 1 ? current.slice(-1) : [];
      const again = last.reduce((sum, each) => sum + tokensOf(each), 0);
      const hasRoom = again + cost <= chunkTokens;
      current = hasRoom ? last : [];
      tokens = hasRoom ? again : 0;
    }
    current = [...current, piece];
    tokens += cost;
  }
  return current.length > 0 ? [...groups, current] : groups;
}
