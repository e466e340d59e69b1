import type { LanguageCode } from '#domain/languages.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { proseOf } from './prose-of.ts';

/** A text of which so much, by letters, is in the language counts as written in it: names and terms are not. */
const ENOUGH = 0.9;
/** Fewer letters say nothing: a number, a name, a single word. */
const MIN_LETTERS = 20;
/** Fewer words say nothing about which of two languages with one script it is. */
const MIN_WORDS = 8;

export interface LanguageShare {
  /** 0 to 1; 1 for a text that is too short to tell. */
  readonly share: number;
  readonly isInLanguage: boolean;
}

/** How much of a Markdown text is in a language: paragraph by paragraph, first by script, then by its small words. */
export function checkLanguage(markdown: string, code: LanguageCode): LanguageShare {
  let judged = 0;
  let right = 0;
  for (const paragraph of proseOf(markdown)) {
    const letters = count(paragraph, /\p{L}/gu);
    if (letters < minLetters(code)) continue;
    judged += letters;
    if (isWrittenIn(paragraph, code)) right += letters;
  }
  const share = judged === 0 ? 1 : right / judged;
  return { share, isInLanguage: share >= ENOUGH };
}

const SCRIPTS: Readonly<Record<LanguageCode, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  de: /\p{Script=Latin}/gu,
  fr: /\p{Script=Latin}/gu,
  it: /\p{Script=Latin}/gu,
  es: /\p{Script=Latin}/gu,
  pt: /\p{Script=Latin}/gu,
  nl: /\p{Script=Latin}/gu,
  pl: /\p{Script=Latin}/gu,
  tr: /\p{Script=Latin}/gu,
  vi: /\p{Script=Latin}/gu,
  jv: /\p{Script=Latin}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  ar: /[\p{L}&&\p{Script=Arabic}]/gv,
  fa: /[\p{L}&&\p{Script=Arabic}]/gv,
  ur: /[\p{L}&&\p{Script=Arabic}]/gv,
  hi: /[\p{L}&&\p{Script=Devanagari}]/gv,
  mr: /[\p{L}&&\p{Script=Devanagari}]/gv,
  bn: /[\p{L}&&\p{Script=Bengali}]/gv,
  pa: /[\p{L}&&\p{Script=Gurmukhi}]/gv,
  gu: /[\p{L}&&\p{Script=Gujarati}]/gv,
  ta: /[\p{L}&&\p{Script=Tamil}]/gv,
  te: /[\p{L}&&\p{Script=Telugu}]/gv,
  my: /[\p{L}&&\p{Script=Myanmar}]/gv,
  th: /[\p{L}&&\p{Script=Thai}]/gv,
  ko: /\p{Script=Hangul}/gu,
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};

/** Languages that say as much with half the letters or fewer. */
const DENSE: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko']);

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;

function minLetters(code: LanguageCode): number {
  return DENSE.has(code) ? MIN_LETTERS / 2 : MIN_LETTERS;
}

function isWrittenIn(paragraph: string, code: LanguageCode): boolean {
  const own = count(paragraph, SCRIPTS[code]);
  const others = count(paragraph, /\p{L}/gu) - own;
  // Terms and names in Latin letters are usual everywhere: half of the letters is enough.
  if (own * (DENSE.has(code) ? 2.5 : 1) < others) return false;
  if (code === 'zh') return count(paragraph, KANA) <= own * 0.2;
  if (code === 'ja') return count(paragraph, KANA) > 0 || count(paragraph, HAN) < MIN_LETTERS;
  return hasOwnSmallWords(paragraph, code);
}

/** False when another language's small words are clearly more than this one's. Close relatives share many, and pass. */
function hasOwnSmallWords(paragraph: string, code: LanguageCode): boolean {
  const own = FUNCTION_WORDS[code];
  const words = paragraph.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (!own || words.length < MIN_WORDS) return true;
  const hits = (set: ReadonlySet<string>): number => words.filter((word) => set.has(word)).length;
  const others = Object.values(FUNCTION_WORDS).filter((set) => set !== own);
  const best = Math.max(...others.map(hits));
  return best < 3 || best < 2 * hits(own) + 1;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
