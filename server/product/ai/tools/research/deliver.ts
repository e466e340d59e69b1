import { escapeMarkdown, linkTarget } from '#domain/foreign-text.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { Deliverable } from '../../engine/tool-spec.ts';
import { checkText, notComputed } from '../../evidence/check-text.ts';
import { buildEvidence } from '../../gathering/build-evidence.ts';
import { type Draft, isInLanguage } from '../../gathering/draft.ts';
import { leftOutNotices } from '../../gathering/fitting-claims.ts';
import type { Page } from '../../gathering/sources.ts';
import { unreadNotices } from '../../gathering/typed-addresses.ts';
import { unsearchedNotices } from '../../gathering/unsearched-notices.ts';
import { formatDay } from '../../language/format-day.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { readText } from '../../second-reader/second-reading.ts';
import { openPoints, pointsOf, type ResearchState } from './state.ts';
import { CLAIMS_SHOWN, claimsShown } from './write-report.ts';

export interface Report {
  readonly deliverable: Deliverable;
  /** Sentences that were checked against their sources. */
  readonly checked: number;
}

/** What a second reader reads of a draft, and what its sentences are judged by. */
export const matterOf = (
  { input, claims, questions, seed, reading }: ResearchState,
  { text }: Pick<Draft, 'text'>,
): ReturnType<typeof readText> =>
  readText({
    text,
    points: input.contract?.points ?? [],
    options: {
      claims,
      language: input.language,
      given: [...ownWords(input), input.project?.title ?? ''],
      today: seed.today,
      open: openPoints({ questions, claims }).map(({ text: point }) => point),
    },
    reading,
    seed,
  });

/** Builds the report: checked citations, the source list, and a list of open points. */
export function deliverReport(state: ResearchState, draft: Draft): Report {
  const { input, claims, questions, pages, reading } = state;
  const { options } = matterOf(state, draft);
  const checkWith = (stayedOpen: readonly string[]) =>
    checkText(draft.text, { ...options, reading, open: stayedOpen });
  // Citations don't depend on open points; whether a sentence needs a source does.
  const { cited } = checkWith([]);
  const open = openPoints({ questions, claims: cited }).map(({ text }) => text);
  const checked = checkWith(open);
  const sources = checked.sources.flatMap((id) => pages.find((page) => page.id === id) ?? []);
  const notices: RunNotice[] = [];
  notices.push(...leftOutNotices(claimsShown(state).length, Math.min(CLAIMS_SHOWN, claims.length)));
  notices.push(...notComputed(checked));
  if (draft.isCut) notices.push({ key: 'cut_short', params: {} });
  if (!isInLanguage({ text: checked.markdown }, input.language))
    notices.push({ key: 'other_language', params: { language: input.language } });
  if (open.length > 0) {
    notices.push({ key: 'points_open', params: { open: open.length, of: pointsOf(state).length } });
  }
  notices.push(...unsearchedNotices(state), ...unreadNotices(input, state));
  return {
    checked: checked.checked,
    deliverable: {
      content: `${checked.markdown}\n\n---\n\n${sources.map((page, index) => sourceLine(page, index, input.language)).join('\n')}`,
      written: checked.markdown,
      covered: reading.covered,
      modelUsed: draft.model,
      notices,
      evidence: buildEvidence({
        pages,
        cited: checked.cited,
        numbered: checked.sources,
        unread: [],
        unverified: checked.unverified,
        unsourced: checked.unsourced,
        open,
      }),
    },
  };
}

/** Builds the source list of the exported text. On screen, the receipt shows the same with quotes. */
function sourceLine({ title, url, date }: Page, index: number, language: string): string {
  return `${index + 1}. [${escapeMarkdown(title)}](${linkTarget(url)})${date ? `, ${formatDay(date, language)}` : ''}`;
}
