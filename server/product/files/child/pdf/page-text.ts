import { cleanText } from '../../../ai/language/clean-text.ts';
import { type Pdf, withPage } from '../open-pdf.ts';
import { joinDivided } from './join-divided.ts';
import { type Direction, directionOf, type Part, toLogical } from './logical-order.ts';
import { pageGlyphs } from './page-glyphs.ts';
import { toPieces } from './page-pieces.ts';
import { type Block, type Row, readingOrder } from './reading-order.ts';

export interface PageText {
  /** Lines in the order in which they are read; cells of a row are separated by tabs. */
  readonly text: string;
  /** The page has more text than was requested. */
  readonly isCut: boolean;
  /** Glyphs whose letters the PDF doesn't tell. */
  readonly lost: number;
}

/** Text of a page, from 1, cleaned, up to `atMost` characters. Throws if the page is corrupt. */
export function pageText(pdf: Pdf, number: number, atMost: number): PageText {
  const { turned, lost, isCut } = withPage(pdf, number, (page) => pageGlyphs(pdf, page, atMost));
  // What runs in another direction, such as a note in the margin, comes last.
  const texts = turned.toSorted((a, b) => b.length - a.length).map(linesOf);
  const text = cleanText(texts.flat().join('\n'))
    .replace(/[^\S\n\t]+/g, ' ')
    .trim();
  return { text: text.slice(0, atMost), isCut: isCut || text.length > atMost, lost };
}

function linesOf(glyphs: Parameters<typeof toPieces>[0]): string[] {
  const direction = directionOf(glyphs);
  const toLines = ({ rows }: Block): string[] => rows.map((row) => lineOf(row, direction));
  return joinDivided(readingOrder(toPieces(glyphs), direction).map(toLines));
}

/** In heights of a line: a wider gap is one between cells. */
const CELL_GAP = 1.5;

function lineOf({ pieces, height }: Row, direction: Direction): string {
  const parts = pieces.flatMap((piece, at) => {
    const next = pieces[at + 1];
    if (next === undefined) return [piece];
    return [piece, { text: next.left - piece.right < height * CELL_GAP ? ' ' : '\t' }];
  });
  return toLogical<Part>(parts, directionOf(pieces, direction))
    .map(({ text }) => text)
    .join('');
}
