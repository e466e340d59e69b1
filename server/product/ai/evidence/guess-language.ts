import { wordsIn } from '#server/lib/words-in.ts';
import { FUNCTION_WORDS, smallWordHits } from '../language/function-words.ts';

/** Fewer small words may be names, or another language's. */
const ENOUGH = 2;

/** Scripts that one language alone is written in, of those that answers are given in. */
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

/** The language of a piece of text by its script or its small words, where one is clearly ahead of all others. */
export function guessLanguage(text: string): string | undefined {
  // A single Latin letter is a word in too many of them.
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{2,}|\p{Script=Cyrillic}/gu) ?? [];
  const ranked = [...smallWordHits(words)].toSorted(([, one], [, other]) => other - one);
  const [[code, hits] = ['', 0], [, next] = ['', 0]] = ranked;
  if (hits >= ENOUGH && hits > next) return code;
  return OWN_SCRIPTS.find(([script]) => script.test(text))?.[1];
}

/** The words of a text that tell what it is about, by their beginnings: languages bend the ends. */
export function contentStems(text: string, language: string): ReadonlySet<string> {
  const [, small] = Object.entries(FUNCTION_WORDS).find(([code]) => code === language) ?? [];
  const words = wordsIn(text).filter((word) => !small?.has(word));
  return new Set(words.map((word) => word.slice(0, 4)));
}

/** Whether two texts of one language have anything in common; true where one of them says nothing. */
export function sharesContent(one: string, other: string, language: string): boolean {
  const theirs = contentStems(other, language);
  const own = contentStems(one, language);
  return own.size === 0 || theirs.size === 0 || [...own].some((stem) => theirs.has(stem));
}
