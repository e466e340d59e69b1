import type { Pdf } from '../open-pdf.ts';
import type { Pointer } from './pdfium.ts';

/** A larger one has outlines. */
const BYTES_MAX = 10_000;
/** That of a missing letter, and one more. */
const GLYPHS_MAX = 2;
/** Tables of a font file: their list begins here, and each has a name, a checksum, its place, and its length. */
const LIST = 12;
const ENTRY = 16;

/**
 * Tells fonts of the text that programs for scans lay invisibly over the picture of a page. They have one glyph for all
 * letters, so that a number can't be a glyph's: it is the letter's. PDFium gives up on their table, which has all of
 * Unicode in one line, and then knows Western letters alone.
 */
export class UnseenFonts {
  readonly #pdf: Pdf;
  readonly #known = new Map<Pointer, boolean>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  has(object: Pointer): boolean {
    const font = this.#pdf.pdfium.pdfium._FPDFTextObj_GetFont(object);
    const known = this.#known.get(font) ?? (font !== 0 && hasOneGlyph(this.#pdf, font));
    this.#known.set(font, known);
    return known;
  }
}

function hasOneGlyph({ pdfium, scratch }: Pdf, font: Pointer): boolean {
  if (!pdfium.FPDFFont_GetFontData(font, 0, 0, scratch.at)) return false;
  const size = scratch.integer();
  if (size === 0 || size > BYTES_MAX) return false;
  const { wasmExports } = pdfium.pdfium;
  const at = wasmExports.malloc(size);
  try {
    if (!pdfium.FPDFFont_GetFontData(font, at, size, scratch.at)) return false;
    return glyphsOf(Buffer.from(pdfium.pdfium.HEAPU8.subarray(at, at + size))) <= GLYPHS_MAX;
  } finally {
    wasmExports.free(at);
  }
}

/** How many glyphs a TrueType font has, by its table `maxp`; infinitely many if it doesn't tell. */
function glyphsOf(font: Buffer): number {
  const tables = font.length < LIST ? 0 : font.readUInt16BE(4);
  for (let entry = LIST; entry < LIST + tables * ENTRY && entry + ENTRY <= font.length; entry += ENTRY) {
    if (font.toString('latin1', entry, entry + 4) !== 'maxp') continue;
    const count = font.readUInt32BE(entry + 8) + 4;
    return count + 2 <= font.length ? font.readUInt16BE(count) : Number.POSITIVE_INFINITY;
  }
  return Number.POSITIVE_INFINITY;
}
