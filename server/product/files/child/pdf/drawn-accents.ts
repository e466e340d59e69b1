import type { Glyph } from './page-glyphs.ts';

/** Accents that are characters by themselves, and the marks that make a letter of them and another one. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);
/** Letters that are drawn without their dot below an accent. */
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);
const LETTER = /^\p{L}$/u;
/** Share of the narrower one that is above the other. */
const ABOVE = 0.5;

export const isAccent = ({ text }: Glyph): boolean => ACCENTS.has(text);

/** The letter that an accent makes with the one that it is drawn over, as TeX does; null if it stands by itself. */
export function accented(letter: Glyph, accent: Glyph): Glyph | null {
  const mark = ACCENTS.get(accent.text);
  const width = Math.min(letter.right - letter.left, accent.right - accent.left);
  const shared = Math.min(letter.right, accent.right) - Math.max(letter.left, accent.left);
  if (mark === undefined || !LETTER.test(letter.text) || shared < width * ABOVE) return null;
  const text = ((DOTLESS.get(letter.text) ?? letter.text) + mark).normalize('NFC');
  return { ...letter, text };
}
