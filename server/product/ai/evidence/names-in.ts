import { monthNamed } from '#server/lib/month-names.ts';
import { isPlace } from './known-places.ts';

/** Texts that a sentence's names are checked against. */
export interface NameSources {
  /** Language of the sentence. */
  readonly language: string;
  /** Quotes, and titles of their pages. */
  readonly texts: readonly string[];
  /** Passages around quotes: a quote without names may say "it" for what they name. */
  readonly around: readonly string[];
  /** The person's own texts. */
  readonly given: readonly string[];
}

/** A word with its context. */
interface Word {
  readonly text: string;
  readonly isFirst: boolean;
  /** The preceding word of a capitalised sequence: the `New` of `New York`. */
  readonly before: string | null;
}

/** Languages whose names are recognisable by capitals; in German only some are. */
const CASED = /^(?:en|fr|es|it|pt|nl|pl|tr|de|ru|uk)$/;
/** Letters by which inflected endings may differ. */
const INFLECTED_LETTERS: Readonly<Record<string, number>> = { pl: 3, ru: 3, uk: 3, tr: 3 };

const WORD = /\p{L}[\p{L}\p{M}\p{Nd}]*(?:[.&](?=\p{L})[\p{L}\p{M}]+)*/gu;
/** After these, a capital means nothing. */
const BEGINS = /(?:^|[.:;!?…([{|"“„«»‘–—•*_>\\/]|- )\s*$/u;
const ACRONYM = /^(?:\p{Lu}[.&]?){2,}s?$/u;
/** iPhone, McDonald, BioNTech. */
const INNER = /^\p{L}*\p{Ll}\p{Lu}/u;

/** Capitalised words that aren't names. */
const COMMON = new Set(
  'i mr mrs ms dr prof inc ltd gmbh ag co corp plc llc st saint north south east west northern southern eastern western god internet monday tuesday wednesday thursday friday saturday sunday herr frau sie ihr ihre ihnen ihrem ihren ihrer vat ok faq pdf url id usd eur gbp chf jpy cny inr rub try pln'.split(
    ' ',
  ),
);

/** Aliases without a common stem. */
const SAME: readonly (readonly string[])[] = [
  [
    'us',
    'usa',
    'u.s',
    'u.s.a',
    'america',
    'american',
    'americans',
    'united',
    'états',
    'estados',
    'stati',
    'vereinigte',
  ],
  ['uk', 'u.k', 'britain', 'british', 'united', 'england', 'royaume', 'reino', 'regno'],
  [
    'eu',
    'e.u',
    'europe',
    'european',
    'union',
    'ue',
    'unión',
    'unione',
    'unia',
    'ес',
    'єс',
    'europäische',
    'europäischen',
  ],
  ['swiss', 'switzerland', 'schweiz', 'schweizer', 'suisse'],
  ['french', 'france'],
  ['dutch', 'netherlands', 'holland'],
  ['greek', 'greece'],
  ['danish', 'denmark'],
  ['spanish', 'spain', 'spaniards'],
  ['polish', 'poland', 'poles'],
  ['turkish', 'turkey', 'türkiye'],
  ['welsh', 'wales'],
  ['swedish', 'sweden'],
  ['finnish', 'finland'],
  ['norwegian', 'norway'],
  ['un', 'u.n', 'united'],
];

/** The first name in a sentence that its sources don't contain; null if there is none. */
export function findForeignName(sentence: string, sources: NameSources): string | null {
  const { language, texts, around, given } = sources;
  if (!CASED.test(language)) return null;
  const words = wordsOf(sentence);
  if (isTitleCase(words, language)) return null;
  const said = wordsOf(texts.join('\n')).map(({ text }) => text);
  const elsewhere = new Set(
    [...texts, ...around, ...given].flatMap((text) => namesOf(wordsOf(text), language)),
  );
  const names = words.filter((word) =>
    word.isFirst ? elsewhere.has(word.text) || isPlace(word.text.toLowerCase()) : isName(word, language),
  );
  if (names.length === 0) return null;
  const own = texts.flatMap((text) => namesOf(wordsOf(text), language));
  const isSaidOf = (word: Word, theirs: readonly string[]): boolean =>
    theirs.some((other) => isSameName(word.text, other, language)) || isInitials(word.text, texts);
  const wanted = given.flatMap((text) => wordsOf(text).map(({ text: each }) => each));
  const namesGiven = given.flatMap((text) => namesOf(wordsOf(text), language));
  // If the person named several and the quote is about one of them, the others don't count.
  const isChosen = own.some((name) => namesGiven.some((other) => isSameName(name, other, language)));
  const others = [
    ...(own.length === 0 ? around.flatMap((text) => wordsOf(text).map(({ text: each }) => each)) : []),
    ...(isChosen ? [] : wanted),
  ];
  const foreign = names.find(
    (word) =>
      !isSaidOf(word, said) &&
      !isSaidOf(word, others) &&
      !isFirstName(word, words, { said, texts, language }),
  );
  return foreign?.text ?? null;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = -1;
  for (const match of text.matchAll(WORD)) {
    const before = words.at(-1);
    const isRun =
      before !== undefined && /^[ \u00a0-]$/.test(text.slice(end, match.index)) && isCapital(before.text);
    words.push({
      text: match[0],
      isFirst: BEGINS.test(text.slice(Math.max(0, match.index - 8), match.index)),
      before: isRun ? before.text : null,
    });
    end = match.index + match[0].length;
  }
  return words;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

const namesOf = (words: readonly Word[], language: string): string[] =>
  words.filter((word) => !word.isFirst && isName(word, language)).map(({ text }) => text);

/** In German only places, acronyms, and names with inner capitals, since all nouns are capitalised. */
function isName({ text }: Word, language: string): boolean {
  const small = text.toLowerCase();
  if (!(isCapital(text) || INNER.test(text)) || COMMON.has(small) || text.length < 2) return false;
  if (monthNamed(text) !== undefined || isRoman(text)) return false;
  return language !== 'de' || isPlace(small) || ACRONYM.test(text) || INNER.test(text);
}

const isRoman = (text: string): boolean => /^[IVX]+$/.test(text);

/** True for a heading in title case. */
function isTitleCase(words: readonly Word[], language: string): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  const capitals = long.filter(({ text }) => isCapital(text));
  return language !== 'de' && long.length > 3 && capitals.length >= long.length * 0.75;
}

function isSameName(one: string, other: string, language: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  if (a === b || SAME.some((names) => names.includes(a) && names.includes(b))) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || ACRONYM.test(one)) return a.length > 1 && b === `${a}s`;
  const needed = Math.max(Math.min(4, shorter), shorter - (INFLECTED_LETTERS[language] ?? 1));
  return a.slice(0, needed) === b.slice(0, needed);
}

const fold = (word: string): string => word.normalize('NFC').toLowerCase();

/** WHO for World Health Organization. */
function isInitials(word: string, texts: readonly string[]): boolean {
  if (!ACRONYM.test(word)) return false;
  const letters = word.replace(/[^\p{Lu}]/gu, '').toLowerCase();
  return texts.some((text) =>
    wordsOf(text)
      .filter(({ text: each }) => each.length > 3 || isCapital(each))
      .map(({ text: each }) => each[0]?.toLowerCase() ?? '')
      .join('')
      .includes(letters),
  );
}

/**
 * Accepts Angela Merkel if the quote only says Merkel; not Berlin for an airport that is Munich's in the quote.
 */
function isFirstName(
  word: Word,
  words: readonly Word[],
  {
    said,
    texts,
    language,
  }: { readonly said: readonly string[]; readonly texts: readonly string[]; readonly language: string },
): boolean {
  const next = words[words.indexOf(word) + 1];
  if (word.isFirst || !next || next.before !== word.text || !isName(next, language)) return false;
  const same = texts.flatMap(wordsOf).filter(({ text }) => isSameName(next.text, text, language));
  return said.length > 0 && same.length > 0 && same.every(({ before }) => before === null);
}
