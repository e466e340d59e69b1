import { OPPOSITES, type Opposites } from './opposites.ts';

/** Words, and what they are written in, as far as that is known. */
export interface Said {
  readonly text: string;
  readonly language: string | undefined;
}

/** What is compared of a word: languages bend the ends. */
const STEM = 6;

/**
 * Whether a sentence says the opposite of all that it rests on: that something rose which fell, that it was more than
 * a number than which it was less, with what it was without, furnished for unfurnished. It sees such words alone, in
 * the languages of `OPPOSITES`, and is silent where a text has both: then nobody but a reader can tell.
 */
export function turnsRound(sentence: Said, quotes: readonly Said[]): boolean {
  const own = OPPOSITES[sentence.language ?? ''];
  if (!own) return false;
  const isOpposite = (one: Way, other: Way): boolean =>
    says(sentence, one, other) &&
    quotes.some((quote) => says(quote, other, one)) &&
    !quotes.some((quote) => has(quote, one));
  const isEither = isOpposite('rose', 'fell') || isOpposite('fell', 'rose');
  const isBeyond = isOpposite('above', 'below') || isOpposite('below', 'above');
  // "Nobody under 16" is "at least 16", and what did not rise may have fallen.
  if ((isEither || isBeyond) && ![sentence, ...quotes].some(denies)) return true;
  const same = quotes.filter(({ language }) => language === sentence.language).map(({ text }) => text);
  return same.length === quotes.length && same.length > 0 && deniesOther(sentence.text, same, own);
}

type Way = 'rose' | 'fell' | 'above' | 'below';

const has = ({ text, language }: Said, way: Way): boolean =>
  OPPOSITES[language ?? '']?.[way].test(text) ?? false;

const says = (said: Said, way: Way, other: Way): boolean => has(said, way) && !has(said, other);

/** Whether it denies anything, beside what bounds a number: "no more than". */
function denies({ text, language }: Said): boolean {
  const words = OPPOSITES[language ?? ''];
  return words?.denies.test(text.replace(words.above, ' ').replace(words.below, ' ')) ?? false;
}

/** Whether one denies a word that the other has, and denies nothing itself. */
function deniesOther(sentence: string, quotes: readonly string[], words: Opposites): boolean {
  const quote = quotes.join('\n');
  const affirms = (denying: string, plain: string): boolean => {
    if (words.denies.test(plain)) return false;
    const said = stemsOf(plain);
    const denied = deniedIn(denying, words);
    const open = stemsOf(affirmedIn(denying, words));
    return [...denied].some((stem) => said.has(stem) && !open.has(stem));
  };
  return affirms(quote, sentence) || affirms(sentence, quote);
}

/** The beginnings of the words that a text denies. */
function deniedIn(text: string, { without, prefix }: Opposites): ReadonlySet<string> {
  const behind = [...text.matchAll(without)].map(({ groups }) => stemOf(groups?.['denied'] ?? ''));
  const begun = prefix
    ? wordsOf(text)
        .filter((word) => prefix.test(word))
        .map((word) => stemOf(word.replace(prefix, '')))
    : [];
  return new Set([...behind, ...begun]);
}

const affirmedIn = (text: string, { without }: Opposites): string => text.replace(without, ' ');

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

const stemOf = (word: string): string => word.toLowerCase().slice(0, STEM);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
