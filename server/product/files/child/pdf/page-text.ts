import { cleanText } from '../../../ai/language/clean-text.ts';
import { type Pdf, withPage } from '../open-pdf.ts';
import { joinDivided } from './join-divided.ts';
import { type Direction, directionOf, type Part, toLogical } from './logical-order.ts';
import { type Glyph, type PageGlyphs, pageGlyphs, turnBox } from './page-glyphs.ts';
import { pageNotes, type Value, withValues } from './page-notes.ts';
import { toPieces } from './page-pieces.ts';
import { type Block, type Row, readingOrder } from './reading-order.ts';
import { orderVowels } from './visual-vowels.ts';

export interface PageText {
  /** Lines in the order in which they are read; cells of a row are separated by tabs. Comments come last. */
  readonly text: string;
  /** The page has more text than was requested. */
  readonly isCut: boolean;
  /** Letters that are printed on the page, without values of fields and comments. */
  readonly printed: number;
  /** Glyphs whose letters the PDF doesn't tell, or tells in a wrong order. */
  readonly lost: number;
}

/** Text of a page, from 1, cleaned, up to `atMost` characters. Throws if the page is corrupt. */
export function pageText(pdf: Pdf, number: number, atMost: number): PageText {
  const { turned, lost, isCut, values, comments } = withPage(pdf, number, (page) => ({
    ...pageGlyphs(pdf, page, atMost),
    ...pageNotes(pdf, page),
  }));
  // What runs in another direction, such as a note in the margin, comes last.
  const [main, ...others] = [0, 1, 2, 3].toSorted((a, b) => lengthOf(turned, b) - lengthOf(turned, a));
  const lines = [
    ...linesOf(
      turned[main ?? 0] ?? [],
      values.map((value) => turnValue(value, main ?? 0)),
    ),
    ...others.flatMap((quarter) => linesOf(turned[quarter] ?? [], [])),
    ...comments,
  ];
  const seen = cleanText(lines.join('\n'))
    .replace(/[^\S\n\t]+/g, ' ')
    .trim();
  const text = orderVowels(seen);
  const printed = turned.flat().filter((glyph) => glyph.text.trim() !== '').length;
  const astray = seen.match(ASTRAY)?.length ?? 0;
  return { text: text.slice(0, atMost), isCut: isCut || text.length > atMost, printed, lost: lost + astray };
}

/**
 * A vowel sign of an Indian script that begins a word, where no word has one: the glyphs have the letters of their place,
 * and some of the other signs are with a wrong letter, too.
 */
const ASTRAY = /(?<!\S)\p{Mc}/gu;

const lengthOf = (turned: PageGlyphs['turned'], quarter: number): number => turned[quarter]?.length ?? 0;

const turnValue = (value: Value, quarter: number): Value => ({ ...value, box: turnBox(value.box, quarter) });

function linesOf(glyphs: readonly Glyph[], values: readonly Value[]): string[] {
  const direction = directionOf([...glyphs, ...values]);
  const toLines = ({ rows }: Block): string[] => rows.map((row) => lineOf(row, direction));
  return joinDivided(readingOrder(withValues(toPieces(glyphs), values), direction).map(toLines));
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
