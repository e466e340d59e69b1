import type { Pdf } from '../open-pdf.ts';
import type { Pointer } from './pdfium.ts';

/** A glyph of a Type 3 font. */
interface DrawnGlyph {
  readonly font: Pointer;
  /** Null: its number stands for no letter. */
  readonly letter: string | null;
  readonly code: number;
  /** In sizes of the font. */
  readonly width: number;
}

/** In this order, TeX's two encodings of text have them from these numbers on (OT1 and T1). */
const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const FIRST = [0x0b, 0x1b];
/**
 * A ligature takes 0.82 to 0.89 of the room of its letters. The other encoding's letters of these numbers (`œ`, `ø`) take
 * less or more, and so do the Greek ones of a font for formulas.
 */
const NARROWEST = 0.8;
const WIDEST = 0.95;

/**
 * Finds the ligatures among glyphs of Type 3 fonts, which TeX makes of pictures of letters: such a font tells numbers
 * alone, and TeX counts ligatures among those that are control characters elsewhere.
 */
export class DrawnLetters {
  /** Widths of letters by font. */
  readonly #widths = new Map<Pointer, Map<string, number>>();
  readonly #unknown: (DrawnGlyph & { readonly take: (letters: string) => void })[] = [];

  /** Adds the last one of these glyphs. */
  add(drawn: DrawnGlyph, glyphs: { text: string }[]): void {
    const { font, letter, width } = drawn;
    const known = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, known);
    if (letter !== null && !known.has(letter)) known.set(letter, width);
    const place = glyphs.length - 1;
    const glyph = glyphs[place];
    if (letter === null && glyph)
      this.#unknown.push({ ...drawn, take: (text) => (glyphs[place] = { ...glyph, text }) });
  }

  /** Writes the ligatures into their glyphs, and returns how many there are. */
  resolve(): number {
    let found = 0;
    for (const glyph of this.#unknown) {
      const letters = this.#lettersOf(glyph);
      if (letters === null) continue;
      glyph.take(letters);
      found += 1;
    }
    return found;
  }

  #lettersOf({ font, code, width }: DrawnGlyph): string | null {
    for (const first of FIRST) {
      const letters = LIGATURES[code - first];
      if (letters === undefined) continue;
      const widths = Array.from(letters, (letter) => this.#widths.get(font)?.get(letter) ?? Number.NaN);
      const share = width / widths.reduce((sum, each) => sum + each, 0);
      if (share >= NARROWEST && share <= WIDEST) return letters;
    }
    return null;
  }
}

/** What a font for formulas has under the number of a colon or semicolon, and how high its ink is at most: it has one dot. */
const POINTS: ReadonlyMap<string, readonly [point: string, height: number]> = new Map([
  [':', ['.', 0.25]],
  [';', [',', 0.45]],
]);

/** The full stop of `0.5`, where TeX draws it by the number of a colon; else the letter itself. */
export function pointOf(
  { pdfium, scratch: { at: out, double } }: Pdf,
  { text, at, size }: { readonly text: Pointer; readonly at: number; readonly size: number },
  letter: string,
): string {
  const [point, height = 0] = POINTS.get(letter) ?? [];
  if (point === undefined || !pdfium.FPDFText_GetCharBox(text, at, out, out + 8, out + 16, out + 24))
    return letter;
  return double(3) - double(2) < height * size ? point : letter;
}
