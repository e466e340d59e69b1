import { withoutFootnotes } from '#domain/foreign-text.ts';
import type { Quoted } from './bearing.ts';
import { contradicts, type Said } from './contradicts.ts';
import { type FoundQuote, findWanted, type Searched, toSearched, toWanted } from './find-quote.ts';
import { guessLanguage, sharesContent } from './guess-language.ts';
import { findForeignNumber, wholeDates } from './numbers-in.ts';
import type { Passage } from './split-passages.ts';

/** What a source says, with the words that it says it in. Only verified ones exist. */
export interface Claim {
  /** `c1`, `c2`, … over all sources: what a writer cites. */
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly quote: string;
  /** The passage around the quote. */
  readonly around: string;
  readonly verdict: FoundQuote['verdict'];
  /** What the page is called, and its day, where it states one. */
  readonly page?: { readonly title: string; readonly date: string | null };
  /** What of the questions it answers, where a reader has said so. */
  readonly answers: readonly string[];
}

/** What a reader says that a page says. */
export interface Assertion {
  readonly text: string;
  readonly quote: string;
}

/** A page, or some of a PDF, that a reader was shown. */
export interface ReadPage {
  readonly passages: readonly Passage[];
  readonly date: string | null;
  readonly title: string;
}

type Verified = Pick<Claim, 'text' | 'quote' | 'around' | 'verdict' | 'page'>;

const MAX_CLAIM = 400;

/**
 * Holds what a reader says against the page: the quote must stand there, each number of the claim in the quote, the
 * two must have a word or a number in common where they are in one language, and not say the opposite. Null: nothing of it is believed.
 */
export function verifyAssertion({ text, quote }: Assertion, page: ReadPage): Verified | null {
  const claim = withoutFootnotes(text.replace(/\s+/g, ' ').trim());
  if (claim === '' || claim.length > MAX_CLAIM) return null;
  const wanted = toWanted(quote);
  if (wanted === null) return null;
  // Clauses that nearly say it stand before the one that says it.
  const saysExactly = (passage: Passage) => searchedOf(passage).folded.includes(wanted.text);
  const { title, date, passages } = page;
  for (const passage of [...passages.filter(saysExactly), ...passages.filter((one) => !saysExactly(one))]) {
    const found = findWanted(searchedOf(passage), wanted);
    const words = found && { quote: found.text, around: passage.text };
    if (words && isBorneOut(claim, words, page))
      return { text: claim, ...words, verdict: found.verdict, page: { title, date } };
  }
  return null;
}

function isBorneOut(claim: string, words: Quoted, { title, date }: ReadPage): boolean {
  const language = guessLanguage(claim);
  const known = {
    texts: [title],
    quotes: [words],
    dates: wholeDates([date ?? '']),
    ...(language !== undefined && { language }),
  };
  return (
    findForeignNumber(claim, known) === null &&
    isRelated(claim, words, title) &&
    !contradicts({ text: claim, language }, [saidOf(words)])
  );
}

/** Whether a claim is about what its quote says; true where it is a translation, of which no word need be the same. */
function isRelated(claim: string, words: Quoted, title: string): boolean {
  const language = guessLanguage(claim);
  if (language === undefined || language !== languageOf(words)) return true;
  return /\p{Nd}/u.test(claim) || sharesContent(claim, `${words.quote} ${title}`, language);
}

/** What a quote is written in, as far as its words and those around them tell. */
export const languageOf = ({ quote, around }: Quoted): string | undefined =>
  guessLanguage(around) ?? guessLanguage(quote);

/** A quote as it is compared with what turns it round. */
export const saidOf = (words: Quoted): Said => ({
  text: withoutFootnotes(words.quote),
  language: languageOf(words),
});

/** Whether one of the passages says a quote letter by letter: known at once, where nearly saying it takes a search. */
export function hasExactly(passages: readonly Passage[], quote: string): boolean {
  const wanted = toWanted(quote);
  return wanted !== null && passages.some((passage) => searchedOf(passage).folded.includes(wanted.text));
}

/** What is made of a passage once for all the quotes that are looked for in it; it goes with the passage. */
const searched = new WeakMap<Passage, Searched>();

function searchedOf(passage: Passage): Searched {
  const known = searched.get(passage) ?? toSearched(passage.text);
  searched.set(passage, known);
  return known;
}

/** Those whose quotes stand letter by letter before others; then of each page the one that its reader has put first. */
export function byMerit(claims: readonly Claim[]): Claim[] {
  const noted = new Map<string, number>();
  return claims
    .map((claim) => {
      const place = noted.get(claim.source) ?? 0;
      noted.set(claim.source, place + 1);
      return { claim, place, isNear: Number(claim.verdict !== 'exact') };
    })
    .toSorted((a, b) => a.isNear - b.isNear || a.place - b.place)
    .map(({ claim }) => claim);
}
