import type { Pdf } from '../open-pdf.ts';
import { DrawnLetters, pointOf } from './drawn-letters.ts';
import { isRightToLeft } from './logical-order.ts';
import {
  actualTextOf,
  type Box,
  type Matrix,
  type PageObject,
  pageObjects,
  visibleBox,
} from './page-objects.ts';
import type { Pointer } from './pdfium.ts';
import { UnseenFonts } from './unseen-fonts.ts';

/**
 * A glyph with its text, or several that have one text together, in a coordinate system in which its line runs from
 * left to right and upright.
 */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The base line. */
  readonly base: number;
  /** Size of the font. */
  readonly size: number;
  /** It ends with its ink, not with its place: a replacement text. */
  readonly isInk: boolean;
}

export interface PageGlyphs {
  /** By the direction of their lines, in quarter turns counter-clockwise, in the order in which they are drawn. */
  readonly turned: readonly (readonly Glyph[])[];
  /** Glyphs of the page without text, by a font that doesn't say which letters they are. */
  readonly lost: number;
  /** The page has more glyphs than were read. */
  readonly isCut: boolean;
}

/** Reads the text of a page, at most so many characters. */
export function pageGlyphs(pdf: Pdf, page: Pointer, atMost: number): PageGlyphs {
  const { pdfium } = pdf;
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) throw new Error('the page has no text layer');
  try {
    const runs = toRuns(
      pdf,
      pageObjects(pdf, page).filter(({ kind }) => kind === 'text'),
    );
    const read = readCharacters(pdf, text, { runs, atMost });
    const visible = visibleBox(pdf, page);
    const turned: Glyph[][] = [[], [], [], []];
    for (const run of new Set(runs.values())) {
      const quarter = runsDown(run) ? DOWN : run.quarter;
      for (const glyph of run.glyphs)
        if (isWithin(glyph, visible)) turned[quarter]?.push(turn(glyph, quarter));
    }
    return { turned, ...read };
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

/** A glyph in the page's coordinates. */
interface Placed extends Glyph, Box {
  /** Where it is drawn from, on the base line. */
  readonly x: number;
}

/** Glyphs of one object or of one replacement text. */
interface Run {
  readonly glyphs: Placed[];
  readonly size: number;
  /** Direction of its lines, in quarter turns counter-clockwise. */
  readonly quarter: number;
  /** A font that draws its letters itself, by the numbers that they have elsewhere; 0: another one. */
  readonly drawnBy: Pointer;
  /** Sequence of objects that a text replaces. */
  readonly mark: Pointer | null;
}

/** Runs by their objects, in the order in which they are drawn. Replacement texts are in them already. */
function toRuns(pdf: Pdf, objects: readonly PageObject[]): Map<Pointer, Run> {
  const runs = new Map<Pointer, Run>();
  const replaced = new Map<Pointer, Run>();
  const texts = new Map<Pointer, string | null>();
  for (const { at, matrix, box } of objects) {
    const size = sizeOf(pdf, at, matrix);
    const actual = actualTextOf(pdf, at, texts);
    const mark = actual?.mark ?? null;
    const run = (mark !== null && replaced.get(mark)) || {
      glyphs: [],
      size,
      quarter: quarterOf(matrix),
      drawnBy: drawingFont(pdf, at),
      mark,
    };
    runs.set(at, run);
    if (actual === null || mark === null) continue;
    replaced.set(mark, run);
    const [before] = run.glyphs;
    const [, , , , x, base] = matrix;
    const place = beginningAt(x, box, matrix);
    run.glyphs[0] = before
      ? { ...before, ...around(before, place) }
      : { text: actual.text, x, base, size, isInk: true, ...inked(place, size) };
  }
  return runs;
}

/** From where it is drawn: beside its ink, a glyph has some room of its own, and less than a space has. */
const beginningAt = (x: number, box: Box, [a, b, c]: Matrix): Box =>
  a > 0 && b === 0 && c === 0 && x < box.left ? { ...box, left: x } : box;

/** Glyphs without ink, such as those of a font that isn't in the file, take some room, too. */
function inked(box: Box, size: number): Box {
  return box.right - box.left > size * 0.05 ? box : { ...box, right: box.left + size * 0.5 };
}

/** Assigns the characters that PDFium knows to the runs of their objects. */
function readCharacters(
  pdf: Pdf,
  text: Pointer,
  { runs, atMost }: { runs: ReadonlyMap<Pointer, Run>; atMost: number },
): { lost: number; isCut: boolean } {
  const {
    pdfium,
    scratch: { at: out, float, double },
  } = pdf;
  const direct = pdfium.pdfium;
  const drawn = new DrawnLetters();
  const unseen = new UnseenFonts(pdf);
  let lost = 0;
  const count = pdfium.FPDFText_CountChars(text);
  for (let at = 0; at < Math.min(count, atMost); at += 1) {
    // Spaces and line ends that PDFium adds: they follow from the places.
    if (direct._FPDFText_IsGenerated(text, at) === 1) continue;
    const object = direct._FPDFText_GetTextObject(text, at);
    const run = runs.get(object);
    if (run === undefined || run.mark !== null) continue;
    const { glyphs, size, drawnBy } = run;
    const code = direct._FPDFText_GetUnicode(text, at);
    const isUnknown =
      drawnBy === 0
        ? direct._FPDFText_HasUnicodeMapError(text, at) === 1 && !(code > LATIN_END && unseen.has(object))
        : code < 0x20 && code !== DIVIDING;
    const written = isUnknown ? LOST : letterOf(code);
    const letter = drawnBy === 0 ? written : pointOf(pdf, { text, at, size }, written);
    direct._FPDFText_GetLooseCharBox(text, at, out);
    const [left, top, right, bottom] = [float(0), float(1), float(2), float(3)];
    // PDFium's word for a gap between two glyphs of an object.
    if (letter === ' ' && left === right) continue;
    if (letter === LOST) lost += 1;
    direct._FPDFText_GetCharOrigin(text, at, out, out + 8);
    const [x, base] = [double(0), double(1)];
    const last = glyphs.at(-1);
    if (last && isSameGlyph(last, { x, base, left, right }))
      glyphs[glyphs.length - 1] = { ...last, text: last.text + letter };
    else glyphs.push({ text: letter, left, right, top, bottom, x, base, size, isInk: false });
    if (drawnBy !== 0)
      drawn.add(
        { font: drawnBy, letter: isUnknown ? null : letter, code, width: (right - left) / size },
        glyphs,
      );
  }
  return { lost: lost - drawn.resolve(), isCut: count > atMost };
}

/**
 * One glyph with several letters, such as a ligature: they begin at the same place. They need not end at the same, since
 * PDFium takes the width of each letter. A mark that is drawn before its letter has no width.
 */
function isSameGlyph(
  last: Pick<Placed, 'x' | 'base' | 'left' | 'right'>,
  { x, base, left, right }: Pick<Placed, 'x' | 'base' | 'left' | 'right'>,
): boolean {
  return last.x === x && last.base === base && last.left === left && last.right > last.left && right > left;
}

/** From here on, a number may be a letter of a font that PDFium doesn't know. */
const LATIN_END = 0xff;
/** PDFium's hyphen at the end of a line, which it takes for one that divides a word. */
const DIVIDING = 0x02;
/** Shown for a glyph whose letter the font doesn't tell, so that nobody takes the rest of the word for a whole one. */
const LOST = '\ufffd';

function letterOf(code: number): string {
  if (code === DIVIDING) return '-';
  // Qt names its space a tab.
  if (code >= 0x09 && code <= 0x0d) return ' ';
  if (code < 0x20 || code === 0xffff) return LOST;
  // Private use: the letter is known to the font alone.
  if (code >= 0xe000 && code <= 0xf8ff) return LOST;
  // Fonts of Chinese draw a radical and its character alike, and some makers name the wrong one.
  if (code >= 0x2f00 && code <= 0x2fd5) return String.fromCharCode(code).normalize('NFKC');
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

function sizeOf({ pdfium, scratch: { at: out, float } }: Pdf, at: Pointer, [, , c, d]: Matrix): number {
  pdfium.pdfium._FPDFTextObj_GetFontSize(at, out);
  return Math.abs(float(0)) * Math.hypot(c, d) || 10;
}

/** Type 3 fonts have no name. TeX makes them of pictures of letters, and keeps the numbers of these; others seldom do. */
function drawingFont({ pdfium }: Pdf, at: Pointer): Pointer {
  const font = pdfium.pdfium._FPDFTextObj_GetFont(at);
  return font !== 0 && pdfium.pdfium._FPDFFont_GetBaseFontName(font, 0, 0) <= 1 ? font : 0;
}

function quarterOf([a, b]: Matrix): number {
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

/** Three quarters: from the top to the bottom, as vertical Chinese. */
const DOWN = 3;

function runsDown({ glyphs, quarter }: Run): boolean {
  return (
    quarter === 0 &&
    glyphs.length > 1 &&
    glyphs.every(({ x, base, size }, at) => {
      const before = glyphs[at - 1];
      return before === undefined || (Math.abs(x - before.x) < size * 0.2 && before.base - base > size * 0.5);
    })
  );
}

function turn(glyph: Placed, quarter: number): Glyph {
  const { isInk, x, base } = glyph;
  // A replacement text has its order already.
  const text = isInk ? glyph.text : inOrder(glyph.text);
  if (quarter === 0) return text === glyph.text ? glyph : { ...glyph, text };
  const { left, right } = turnBox(glyph, quarter);
  return { text, left, right, base: [base, -x, -base, x][quarter] ?? base, size: glyph.size, isInk };
}

/** A box as it lies once its lines run from left to right. */
export function turnBox({ left, bottom, right, top }: Box, quarter: number): Box {
  switch (quarter) {
    case 1:
      return { left: bottom, right: top, bottom: -right, top: -left };
    case 2:
      return { left: -right, right: -left, bottom: -top, top: -bottom };
    case DOWN:
      return { left: -top, right: -bottom, bottom: left, top: right };
    default:
      return { left, bottom, right, top };
  }
}

/** Ligatures of Arabic that Unicode has for old texts, as the letters that they stand for. */
const LIGATURES: ReadonlySet<string> = new Set(
  Array.from({ length: 0xfefd - 0xfb50 }, (_none, at) => String.fromCharCode(0xfb50 + at).normalize('NFKC')),
);

/** A number runs from left to right within any text, and PDFium leaves it so. */
const NUMBER_OR_LETTER = /\p{Nd}+(?:[.,:/]\p{Nd}+)*|[\s\S]/gu;

/**
 * PDFium reverses all letters from right to left, also those within a glyph, unless the glyph has a character of its
 * own as a ligature.
 */
function inOrder(text: string): string {
  if (text.length < 2 || !isRightToLeft(text)) return text;
  const reversed = (text.match(NUMBER_OR_LETTER) ?? []).toReversed().join('');
  return LIGATURES.has(text) && !LIGATURES.has(reversed) ? text : reversed;
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    bottom: Math.min(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
  };
}

function isWithin(box: Box, page: Box): boolean {
  return box.right >= page.left && box.left <= page.right && box.top >= page.bottom && box.bottom <= page.top;
}
