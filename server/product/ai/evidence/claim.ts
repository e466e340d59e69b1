import { withoutFootnotes } from '#domain/foreign-text.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { type FoundQuote, findWanted, hasWords, type Searched, toSearched, toWanted } from './find-quote.ts';
import { findForeignNumber, wholeDates } from './numbers-in.ts';
import type { Passage } from './split-passages.ts';

/** A statement by a source, with its quote. Claims are always verified. */
export interface Claim {
  /** `c1`, `c2`, … over all sources; writers cite by it. */
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly quote: string;
  /** The passage around the quote. */
  readonly around: string;
  readonly verdict: FoundQuote['verdict'];
  /** Title of the page, and its date if stated. */
  readonly page?: { readonly title: string; readonly date: string | null };
  /** Ids of the questions that it answers, as assigned by a reader. */
  readonly answers: readonly string[];
}

/** A reader's unverified statement about a page. */
export interface Assertion {
  readonly text: string;
  readonly quote: string;
}

/** A page, or a part of a PDF, as shown to a reader. */
export interface ReadPage {
  readonly passages: readonly Passage[];
  readonly date: string | null;
  readonly title: string;
}

type Verified = Pick<Claim, 'text' | 'quote' | 'around' | 'verdict' | 'page'>;

const MAX_CLAIM = 400;

/** Verifies a reader's assertion: the quote must be on the page and contain each figure of the claim. Null if rejected. */
export function verifyAssertion({ text, quote }: Assertion, page: ReadPage): Verified | null {
  const claim = withoutFootnotes(oneLine(text));
  if (claim === '' || claim.length > MAX_CLAIM) return null;
  const wanted = toWanted(quote);
  if (wanted === null) return null;
  // Try exact matches first: a near match may come earlier on the page.
  const saysExactly = (passage: Passage) => searchedOf(passage).folded.includes(wanted.text);
  const { title, date, passages } = page;
  for (const passage of [...passages.filter(saysExactly), ...passages.filter((one) => !saysExactly(one))]) {
    const found = findWanted(searchedOf(passage), wanted);
    const known = { texts: [title, withoutFootnotes(found?.text ?? '')], dates: wholeDates([date ?? '']) };
    if (found && findForeignNumber(claim, known) === null) {
      const { text: words, verdict } = found;
      return { text: claim, quote: words, around: passage.text, verdict, page: { title, date } };
    }
  }
  return null;
}

/** True if a passage contains the quote exactly; cheaper than looking for near matches. */
export function hasExactly(passages: readonly Passage[], quote: string): boolean {
  const wanted = toWanted(quote);
  return wanted !== null && passages.some((passage) => searchedOf(passage).folded.includes(wanted.text));
}

/** True if a passage has these words as they are; unlike a quote, they may be few. */
export const standsIn = (passages: readonly Passage[], words: string): boolean =>
  passages.some((passage) => hasWords(searchedOf(passage), words));

/** Prepared passages, cached for all quotes looked up in them. */
const searched = new WeakMap<Passage, Searched>();

function searchedOf(passage: Passage): Searched {
  const known = searched.get(passage) ?? toSearched(passage.text);
  searched.set(passage, known);
  return known;
}

/** Sorts claims by exactness of the quote, then by their reader's order per page. */
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
