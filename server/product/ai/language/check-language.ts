import { francAll } from 'franc';
import type { LanguageCode } from '#domain/languages.ts';
import { smallWordHits } from './function-words.ts';
import { proseOf, quotedOf } from './prose-of.ts';

/** A text of which so much, by letters, is in the language counts as written in it: names and terms are not. */
const ENOUGH = 0.9;
/** Fewer letters say nothing: a number, a name, a single word. */
const MIN_LETTERS = 20;
/** Fewer letters say nothing about which of several languages with one script it is. */
const TELLING_LETTERS = 60;
/** Fewer words say nothing about which of two languages with one script it is. */
const MIN_WORDS = 8;
/** Share of the top score within which a close relative counts as equal in a short text. */
const ALIKE = 0.95;

/** The others that share their script, by the names that the detector has for them. */
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

/** Letters that a language has, and that its neighbours have in their place: here they tell more than their order does. */
const ALPHABETS: ReadonlyMap<LanguageCode, { readonly own: RegExp; readonly foreign: RegExp }> = new Map([
  ['ru', { own: /[ыэ]/giu, foreign: /[іїєґўәғқңөұүһјљњћђџ]/giu }],
  ['uk', { own: /[іїєґ]/giu, foreign: /[ыэёўәғқңөұүһјљњћђџ]/giu }],
]);

const sharesScript = (code: LanguageCode): boolean => ISO_639_3.has(code) || ALPHABETS.has(code);

/** Other languages that a model may slip into. Smaller relatives would only be confused with these. */
const FOREIGN = 'ind zlm swe dan nob fin ces slk hrv hun ron swh som tgl npi pbu'.split(' ');
const TOLD_APART = [...ISO_639_3.values(), ...FOREIGN];

export interface LanguageShare {
  /** 0 to 1; 1 for a text that is too short to tell. */
  readonly share: number;
  readonly isInLanguage: boolean;
  /** Whether the text is long enough to be sure, rather than just not contradicted. */
  readonly isTold: boolean;
}

/**
 * How much of a Markdown text is in a language: paragraph by paragraph by its script, and where a
 * script has several languages by the order of its letters and by its small words. A text that is nothing but quotations is judged by them.
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

/** Languages that say as much with half the letters or fewer. */
const DENSE: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko']);

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;

function minLetters(code: LanguageCode): number {
  return DENSE.has(code) ? MIN_LETTERS / 2 : MIN_LETTERS;
}

function isInScript(paragraph: string, code: LanguageCode): boolean {
  const own = count(paragraph, SCRIPTS[code]);
  const others = count(paragraph, /\p{L}/gu) - own;
  // Terms and names in Latin letters are usual everywhere: half of the letters is enough.
  if (own * (DENSE.has(code) ? 2.5 : 1) < others) return false;
  if (code === 'zh') return count(paragraph, KANA) <= own * 0.2;
  if (code === 'ja') return count(paragraph, KANA) > 0 || count(paragraph, HAN) < MIN_LETTERS;
  return true;
}

/** Paragraphs, the short ones together with their neighbours, so that each piece is long enough to be told. */
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

/** By its letters, or by which follow upon which. Too short a piece passes: what is left of it is a name, a term, a heading. */
function isByLetters(piece: string, code: LanguageCode): boolean {
  if (lettersOf([piece]) < TELLING_LETTERS) return true;
  const alphabet = ALPHABETS.get(code);
  if (alphabet) return count(piece, alphabet.own) > count(piece, alphabet.foreign);
  const name = ISO_639_3.get(code);
  if (name === undefined) return true;
  return francAll(piece, { only: TOLD_APART }).some(([like, points]) => like === name && points >= ALIKE);
}

/** Another language's small words are clearly more than this one's: what tells most in a text that is just long enough. */
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
