/**
 * Vowel signs of Indian scripts that stand on the left of their consonant, and are written after it: Devanagari, Bengali,
 * Gurmukhi, Gujarati, Oriya, Tamil, Malayalam (`Left` in Unicode's IndicPositionalCategory.txt).
 */
const LEFT = '[\\u093f\\u094e\\u09bf\\u09c7\\u09c8\\u0a3f\\u0abf\\u0b47\\u0bc6-\\u0bc8\\u0d46-\\u0d48]';
/** Consonants that a sign of theirs goes around, joined by signs that take the vowel away. */
const CONSONANT = '\\p{Lo}[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c]?';
const JOINED = `${CONSONANT}(?:[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0d4d]${CONSONANT})*`;
/** The other half of a vowel that stands on both sides. */
const RIGHT = '[\\u09be\\u09d7\\u0b3e\\u0b57\\u0bbe\\u0bd7\\u0d3e\\u0d57]?';

/** In the order in which they are written, no word begins with such a sign; in the one in which they are seen, none ends with it. */
const BEGINNING = new RegExp(`(?<!\\S)${LEFT}${CONSONANT}`, 'gu');
const END = new RegExp(`\\p{Lo}${LEFT}(?!\\S)`, 'gu');
const SEEN = new RegExp(`(${LEFT})(${JOINED})(${RIGHT})`, 'gu');

/**
 * Text of a page whose maker names each glyph where it is seen, as XeTeX does, with its vowels behind their consonants,
 * as they are written.
 */
export function orderVowels(text: string): string {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // A sign whose consonant got lost may begin a word of any page.
  if (count(BEGINNING) <= count(END)) return text;
  return text.replace(
    SEEN,
    (_all, sign: string, consonants: string, half: string) => consonants + `${sign}${half}`.normalize('NFC'),
  );
}
