import { withoutFootnotes } from '#domain/foreign-text.ts';
import { type FoundQuote, findWanted, type Searched, toSearched, toWanted } from './find-quote.ts';
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
  /** What of the questions it answers, where a reader has said so. */
  readonly answers: readonly string[];
}

/** What a reader says that a page says. */
export interface Assertion {
  readonly text: string;
  readonly quote: string;
}

const MAX_CLAIM = 400;

/**
 * Holds what a reader says against the page: the quote must stand there, and each number of the claim in the quote.
 * Null: nothing of it is believed.
 */
export function verifyAssertion(
  { text, quote }: Assertion,
  page: { readonly passages: readonly Passage[]; readonly date: string | null; readonly title: string },
): Pick<Claim, 'text' | 'quote' | 'around' | 'verdict'> | null {
  const claim = withoutFootnotes(text.replace(/\s+/g, ' ').trim());
  if (claim === '' || claim.length > MAX_CLAIM) return null;
  const wanted = toWanted(quote);
  if (wanted === null) return null;
  for (const passage of page.passages) {
    const found = findWanted(searchedOf(passage), wanted);
    if (!found) continue;
    const known = {
      texts: [withoutFootnotes(found.text), page.title],
      dates: wholeDates([page.date ?? '']),
    };
    if (findForeignNumber(claim, known) !== null) return null;
    return { text: claim, quote: found.text, around: passage.text, verdict: found.verdict };
  }
  return null;
}

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
