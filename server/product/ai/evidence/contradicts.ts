import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { type Amount, amountsIn } from './amounts-in.ts';
import { OPPOSITES, type Opposites } from './opposites.ts';

/** A text with its language, if known. */
export interface Said {
  readonly text: string;
  readonly language: string | undefined;
}

/** Length of a stem for comparing words, since languages inflect. */
const STEM = 6;

/**
 * True if a sentence contradicts all its quotes: rose against fell, more against less than a number, with
 * against without, months against years. It only knows the words of `OPPOSITES`, and returns false if a text
 * has both or any other negation, which only a reader can resolve.
 */
export function contradicts(sentence: Said, quotes: readonly Said[]): boolean {
  if (quotes.length === 0) return false;
  return (
    differsInMeasure(sentence, quotes) ||
    differsInCount(sentence, quotes) ||
    opposesDirection(sentence, quotes) ||
    (quotes.every(({ language }) => language === sentence.language) && deniesPresence(sentence, quotes))
  );
}

/** True if each quote with the same number has another measure for it. An unknown measure may be the same. */
function differsInMeasure(sentence: Said, quotes: readonly Said[]): boolean {
  const measured = amountsOf(sentence).filter(({ measure }) => measure !== undefined);
  if (measured.length === 0) return false;
  const theirs = quotes.flatMap(amountsOf);
  return measured.some(({ measure, values }) => {
    const same = theirs.filter((each) => [...each.values].some((value) => values.has(value)));
    return same.length > 0 && same.every((each) => each.measure !== undefined && each.measure !== measure);
  });
}

/**
 * True if no quote has the sentence's count of a noun, but one has another: three medals against two. Larger
 * numbers, and those in digits, are checked against the quotes anyway; "one" may be unspecific.
 */
function differsInCount(sentence: Said, quotes: readonly Said[]): boolean {
  const small = countsIn(sentence).filter((each) => !each.isAsked && isSmall(each));
  if (small.length === 0) return false;
  const theirs = quotes.flatMap(amountsOf).flatMap(({ values }) => [...values]);
  const counted = quotes.flatMap(countsIn).filter((each) => !each.values.has('1'));
  return small.some(
    ({ values, noun }) =>
      counted.some((each) => each.noun === noun) && !theirs.some((value) => values.has(value)),
  );
}

/** Two to twelve countable things; measures may be converted, or stated from the other side of a bound. */
const isSmall = ({ values, measure }: Amount): boolean =>
  measure === undefined && [...values].every((value) => Number(value) > 1 && Number(value) < 13);

/** Stem length of a counted noun, whose plural may end differently. */
const NOUN = 5;

function countsIn(said: Said): (Amount & { readonly noun: string })[] {
  return amountsOf(said).flatMap((amount) => {
    const [, noun] = /^[ \u00a0](\p{L}{4,})/u.exec(said.text.slice(amount.to)) ?? [];
    return noun === undefined ? [] : [{ ...amount, noun: noun.toLowerCase().slice(0, NOUN) }];
  });
}

const amountsOf = ({ text, language }: Said): Amount[] => amountsIn(asciiDigits(text), language);

type Way = 'rose' | 'fell' | 'above' | 'below' | 'from' | 'until' | 'allows' | 'forbids';
const OPPOSITE_WAYS: readonly (readonly [own: Way, theirs: Way])[] = [
  ['rose', 'fell'],
  ['fell', 'rose'],
  ['above', 'below'],
  ['below', 'above'],
  ['from', 'until'],
  ['until', 'from'],
  ['allows', 'forbids'],
  ['forbids', 'allows'],
];

function opposesDirection(sentence: Said, quotes: readonly Said[]): boolean {
  const all = [sentence, ...quotes];
  return OPPOSITE_WAYS.some(
    ([own, theirs]) =>
      hasDirection(sentence, own) &&
      !hasDirection(sentence, theirs) &&
      quotes.some((quote) => hasDirection(quote, theirs)) &&
      !quotes.some((quote) => hasDirection(quote, own)) &&
      !all.some((each) => isAmbiguous(each, own)),
  );
}

/** Bans contain permissions: "not allowed". */
function hasDirection({ text, language }: Said, way: Way): boolean {
  const words = OPPOSITES[language ?? ''];
  if (!words) return false;
  return words[way].test(way === 'allows' ? without(text, words.forbids) : text);
}

/**
 * "Nobody under 16" is "at least 16", what didn't rise may have fallen, and "not without a leash" is "on one".
 */
function isAmbiguous({ text, language }: Said, way: Way): boolean {
  const words = OPPOSITES[language ?? ''];
  if (!words || way === 'from' || way === 'until') return false;
  if (way === 'allows' || way === 'forbids') return words.unless.test(text);
  return words.denies.test(without(without(text, words.above), words.below));
}

/** True if one text says that something exists, and the other that it doesn't. */
function deniesPresence(sentence: Said, quotes: readonly Said[]): boolean {
  const words = OPPOSITES[sentence.language ?? ''];
  if (!words) return false;
  const quote = quotes.map(({ text }) => text).join('\n');
  return isThere(sentence.text, quote, words) || isThere(quote, sentence.text, words);
}

function isThere(text: string, denial: string, words: Opposites): boolean {
  const rest = denial.replaceAll(words.lacks, ' ');
  const isPlain = ![text, rest].some(
    (each) =>
      words.denies.test(each) || words.forbids.test(each) || words.below.test(each) || words.above.test(each),
  );
  if (!isPlain) return false;
  const said = stemsOf(text);
  const spared = stemsOf(rest);
  const lacked = [...denial.matchAll(words.lacks)].map(({ groups }) => stemOf(groups?.['denied'] ?? ''));
  const denied = words.has.test(text) ? lacked : [];
  return [...denied, ...prefixedIn(rest, words)].some((stem) => said.has(stem) && !spared.has(stem));
}

/** Finds `furnis` in "unfurnished". */
const prefixedIn = (text: string, { prefix }: Opposites): string[] =>
  prefix
    ? wordsOf(text)
        .filter((word) => prefix.test(word))
        .map((word) => stemOf(word.replace(prefix, '')))
    : [];

const without = (text: string, words: RegExp): string => text.split(words).join(' ');

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

const stemOf = (word: string): string => word.toLowerCase().slice(0, STEM);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
