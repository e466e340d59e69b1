import { francAll } from 'franc';
import type { LanguageCode } from '#domain/languages.ts';
import { smallWordHits } from './function-words.ts';
import { proseOf, quotedOf } from './prose-of.ts';

/** Fraction of a text, by letters, that must be in the language: names and terms aren't. */
const ENOUGH = 0.9;
/** Shorter texts say nothing: a number, a name, a single word. */
const MIN_LETTERS = 20;
/** Below this, letters can't distinguish languages of one script. */
const TELLING_LETTERS = 60;
/** Below this, words can't distinguish two languages of one script. */
const MIN_WORDS = 8;
/** Share of the top score within which a close relative counts as equal in a short text. */
const ALIKE = 0.95;

/** Languages that share a script, by the detector's codes. */
const ISO_639_3: ReadonlyMap<LanguageCode, string> = new Map([
  ['en', 'eng'],
  ['de', 'deu'],
  ['fr', 'fra'],
  ['it', 'ita'],
  ['es', 'spa'],
  ['pt', 'por'],
  ['nl', 'nld'],
  ['pl', 'pol'],
  ['tr', 'tur'],
  ['vi', 'vie'],
  ['jv', 'jav'],
  ['ar', 'arb'],
  ['fa', 'pes'],
  ['ur', 'urd'],
  ['hi', 'hin'],
  ['mr', 'mar'],
]);

/**
 * Letters of a language, and those that its neighbours have instead: here they are better evidence than letter
 * sequences.
 */
const ALPHABETS: ReadonlyMap<LanguageCode, { readonly own: RegExp; readonly foreign: RegExp }> = new Map([
  ['ru', { own: /[ыэ]/giu, foreign: /[іїєґўәғқңөұүһјљњћђџ]/giu }],
  ['uk', { own: /[іїєґ]/giu, foreign: /[ыэёўәғқңөұүһјљњћђџ]/giu }],
]);

const sharesScript = (code: LanguageCode): boolean => ISO_639_3.has(code) || ALPHABETS.has(code);

/** Other languages that a model may slip into. Smaller relatives would only be confused with these. */
const FOREIGN = 'ind zlm swe dan nob fin ces slk hrv hun ron swh som tgl npi pbu'.split(' ');
const TOLD_APART = [...ISO_639_3.values(), ...FOREIGN];

export interface LanguageShare {
  /** 0 to 1; 1 for a text that is too short to judge. */
  readonly share: number;
  readonly isInLanguage: boolean;
  /** Whether the text is long enough to be sure, rather than just not contradicted. */
  readonly isTold: boolean;
}

/**
 * Fraction of a Markdown text in a language, paragraph by paragraph: by script, and within a shared script by
 * letter sequences and function words. A text of quotations only is judged by those.
 */
export function checkLanguage(markdown: string, code: LanguageCode): LanguageShare {
  const isTelling = (paragraph: string): boolean => count(paragraph, /\p{L}/gu) >= minLetters(code);
  const own = proseOf(markdown).filter(isTelling);
  const judged = own.length > 0 ? own : quotedOf(markdown).filter(isTelling);
  const inScript = judged.filter((paragraph) => isInScript(paragraph, code));
  const right = inPieces(inScript).filter(
    (piece) => isByLetters(piece, code) && !isByOtherWords(piece, code),
  );
  const share = judged.length === 0 ? 1 : lettersOf(right) / lettersOf(judged);
  const isTold = !sharesScript(code) || lettersOf(judged) >= TELLING_LETTERS;
  return { share, isInLanguage: share >= ENOUGH, isTold };
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

/** Languages that need at most half as many letters. */
const DENSE: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko']);

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;

function minLetters(code: LanguageCode): number {
  return DENSE.has(code) ? MIN_LETTERS / 2 : MIN_LETTERS;
}

function isInScript(paragraph: string, code: LanguageCode): boolean {
  const own = count(paragraph, SCRIPTS[code]);
  const others = count(paragraph, /\p{L}/gu) - own;
  // Terms and names in Latin letters are common everywhere, so half of the letters suffices.
  if (own * (DENSE.has(code) ? 2.5 : 1) < others) return false;
  if (code === 'zh') return count(paragraph, KANA) <= own * 0.2;
  if (code === 'ja') return count(paragraph, KANA) > 0 || count(paragraph, HAN) < MIN_LETTERS;
  return true;
}

/** Joins short paragraphs with their neighbours, so that each piece is long enough to judge. */
function inPieces(paragraphs: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const paragraph of paragraphs) {
    const last = pieces.at(-1);
    if (last === undefined || lettersOf([last]) >= TELLING_LETTERS) pieces.push(paragraph);
    else pieces.push(`${pieces.pop()}\n${paragraph}`);
  }
  const [rest, before] = [pieces.pop(), pieces.pop()];
  if (rest === undefined) return [];
  if (before === undefined) return [rest];
  const isShort = lettersOf([rest]) < TELLING_LETTERS;
  return [...pieces, ...(isShort ? [`${before}\n${rest}`] : [before, rest])];
}

/** By letters, or letter sequences. A short piece passes: usually it is a name, a term or a heading. */
function isByLetters(piece: string, code: LanguageCode): boolean {
  if (lettersOf([piece]) < TELLING_LETTERS) return true;
  const alphabet = ALPHABETS.get(code);
  if (alphabet) return count(piece, alphabet.own) > count(piece, alphabet.foreign);
  const name = ISO_639_3.get(code);
  if (name === undefined) return true;
  return francAll(piece, { only: TOLD_APART }).some(([like, points]) => like === name && points >= ALIKE);
}

/**
 * True if another language's function words are clearly more frequent: the best evidence in a text that is just
 * long enough.
 */
function isByOtherWords(piece: string, code: LanguageCode): boolean {
  const words = piece.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < MIN_WORDS) return false;
  const hits = smallWordHits(words);
  const own = hits.get(code);
  if (own === undefined) return false;
  const best = Math.max(...[...hits].flatMap(([other, count]) => (other === code ? [] : count)));
  return best >= 3 && best >= 2 * own + 1;
}

const lettersOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + count(text, /\p{L}/gu), 0);

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
