import { wordsIn } from '#server/lib/words-in.ts';
import { FUNCTION_WORDS, smallWordHits } from '../language/function-words.ts';

/** Fewer function words may be names, or another language's. */
const ENOUGH = 2;

/** Scripts used by only one of the languages of answers. */
const OWN_SCRIPTS: readonly (readonly [script: RegExp, code: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/[\p{L}&&\p{Script=Bengali}]/v, 'bn'],
  [/[\p{L}&&\p{Script=Gurmukhi}]/v, 'pa'],
  [/[\p{L}&&\p{Script=Gujarati}]/v, 'gu'],
  [/[\p{L}&&\p{Script=Tamil}]/v, 'ta'],
  [/[\p{L}&&\p{Script=Telugu}]/v, 'te'],
];

/** Guesses the language of a text by its script or its function words, if one is clearly ahead. */
export function guessLanguage(text: string): string | undefined {
  // A single Latin letter is a word in too many languages.
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{2,}|\p{Script=Cyrillic}/gu) ?? [];
  const ranked = [...smallWordHits(words)].toSorted(([, one], [, other]) => other - one);
  const [[code, hits] = ['', 0], [, next] = ['', 0]] = ranked;
  if (hits >= ENOUGH && hits > next) return code;
  return OWN_SCRIPTS.find(([script]) => script.test(text))?.[1];
}

/** Stems of the content words of a text, since languages inflect. */
export function contentStems(text: string, language: string): ReadonlySet<string> {
  const [, small] = Object.entries(FUNCTION_WORDS).find(([code]) => code === language) ?? [];
  const words = wordsIn(text).filter((word) => !small?.has(word));
  return new Set(words.map((word) => word.slice(0, 4)));
}

/** True if two texts of one language share a content word, or if one has none. */
export function sharesContent(one: string, other: string, language: string): boolean {
  const theirs = contentStems(other, language);
  const own = contentStems(one, language);
  return own.size === 0 || theirs.size === 0 || [...own].some((stem) => theirs.has(stem));
}
