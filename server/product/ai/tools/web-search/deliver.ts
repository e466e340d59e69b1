import type { RunNotice } from '#domain/run/run-notices.ts';
import type { Deliverable } from '../../engine/tool-spec.ts';
import { checkText, notComputed } from '../../evidence/check-text.ts';
import { buildEvidence } from '../../gathering/build-evidence.ts';
import { type Draft, isInLanguage } from '../../gathering/draft.ts';
import { leftOutNotices } from '../../gathering/fitting-claims.ts';
import { unreadNotices } from '../../gathering/typed-addresses.ts';
import { unsearchedNotices } from '../../gathering/unsearched-notices.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { isNoteDoubted, readText } from '../../second-reader/second-reading.ts';
import { claimsShown, writingMatter } from './prompts.ts';
import { renderLinks } from './render-links.ts';
import { isSaidInLanguage, saidOf } from './reword-claims.ts';
import type { WebSearchState } from './spec.ts';

/** Maximum links in all, including links that weren't read. */
const WANTED = 5;

/** What a second reader reads: the summary, and what each quote is said to say. */
export const matterOf = (
  { input, claims, seed, reading }: WebSearchState,
  { text }: Pick<Draft, 'text'>,
): ReturnType<typeof readText> =>
  readText({
    text,
    points: input.contract?.points ?? [],
    notes: saidOf(claims),
    options: { claims, language: input.language, given: ownWords(input), today: seed.today },
    reading,
    seed,
  });

/** Builds the summary with checked citations, and the links with what each of them says. */
export function deliver(
  state: WebSearchState,
  text: Draft,
): { readonly deliverable: Deliverable; readonly checked: number } {
  const { input, reading } = state;
  // A note that its quote doesn't bear out leaves the quote.
  const claims = state.claims.map((claim) =>
    isNoteDoubted(reading, claim) ? { ...claim, text: claim.quote } : claim,
  );
  const pages = state.pages.filter(({ id }) => claims.some(({ source }) => source === id));
  const numbered = pages.map(({ id }) => id);
  const summary = checkText(text.text, { ...matterOf(state, text).options, numbered, reading });
  const content = [summary.markdown, renderLinks(pages, claims, input.language)]
    .filter((part) => part !== '')
    .join('\n\n');
  const shown = claimsShown(input, state.seed, writingMatter(state));
  const notices: RunNotice[] = [];
  notices.push(...leftOutNotices(shown.length, claims.length));
  notices.push(...notComputed(summary));
  if (text.isCut) notices.push({ key: 'cut_short', params: {} });
  // Quotes of the pages are the longer part.
  const isTold = isInLanguage({ text: summary.markdown }, input.language);
  if (!isTold || !isSaidInLanguage(claims, input.language))
    notices.push({ key: 'other_language', params: { language: input.language } });
  notices.push(...unsearchedNotices(state), ...unreadNotices(input, state));
  const readIds = new Set(state.pages.map(({ id }) => id));
  const unread = state.candidates
    .filter(({ id, isTyped }) => !isTyped && !readIds.has(id))
    .slice(0, Math.max(0, WANTED - pages.length));
  const evidence = buildEvidence({
    pages: state.pages,
    cited: claims,
    numbered,
    unread,
    unverified: summary.unverified,
    unsourced: summary.unsourced,
    open: [],
  });
  return {
    deliverable: {
      content,
      written: summary.markdown,
      restsOn: summary.cited.length,
      covered: reading.covered,
      modelUsed: text.model,
      notices,
      evidence,
    },
    checked: summary.checked,
  };
}
