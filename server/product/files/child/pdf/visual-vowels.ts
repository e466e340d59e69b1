/**
 * Vowel signs of Indian scripts that stand on the left of their consonant, and are written after it: Devanagari, Bengali,
 * Gurmukhi, Gujarati, Oriya, Tamil, Malayalam.
 */
const LEFT = '[\\u093f\\u094e\\u09bf\\u09c7\\u09c8\\u0a3f\\u0abf\\u0b47\\u0bc6-\\u0bc8\\u0d46-\\u0d48]';
/** Consonants that a sign of theirs goes around, joined by signs that take the vowel away. */
const CONSONANT = '\\p{Lo}[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c]?';
const JOINED = `${CONSONANT}(?:[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0d4d]${CONSONANT})*`;
/** The other half of a vowel that stands on both sides. */
const RIGHT = '[\\u09be\\u09d7\\u0b3e\\u0b57\\u0bbe\\u0bd7\\u0d3e\\u0d57]?';

/** No word begins with such a sign, unless its letters are in the order in which they are seen. */
const BEGINS = new RegExp(`(?<!\\S)${LEFT}${CONSONANT}`, 'u');
const SEEN = new RegExp(`(${LEFT})(${JOINED})(${RIGHT})`, 'gu');

/**
 * Text of a page whose maker names each glyph where it is seen, as XeTeX does, with its vowels behind their consonants,
 * as they are written.
 */
export function orderVowels(text: string): string {
  if (!BEGINS.test(text)) return text;
  return text.replace(
    SEEN,
    (_all, sign: string, consonants: string, half: string) => consonants + `${sign}${half}`.normalize('NFC'),
  );
}
