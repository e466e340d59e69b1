import { oneLine } from '#server/lib/one-line.ts';
import type { ActionResult, ReadAction, ReadDone, SearchDone } from '../engine/action.ts';
import { type Passage, splitPassages } from '../evidence/split-passages.ts';
import { cleanText } from '../language/clean-text.ts';
import { readingStep } from './actions.ts';
import { canonicalUrl, hostOf } from './canonical-url.ts';

/** A page that a search found or the person named. Only such addresses are ever fetched. */
export interface Candidate {
  /** `s1`, `s2`, … in the order of selection. */
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly title: string;
  /** The person typed its address. */
  readonly isTyped?: boolean;
}

/** A candidate that has been read. */
export interface Page extends Candidate {
  readonly date: string | null;
  readonly readAt: string;
  readonly passages: readonly Passage[];
}

export interface ChoiceLimits {
  /** Number of further pages to choose. */
  readonly atMost: number;
  /** Limit per host, including earlier pages: several pages of one voice are one opinion. */
  readonly perHost: number;
}

/** Takes results from the searches in turn, skipping duplicates. */
export function chooseCandidates(
  searches: readonly SearchDone['hits'][],
  known: readonly Candidate[],
  { atMost, perHost }: ChoiceLimits,
): Candidate[] {
  const seen = new Set(known.map(({ url }) => canonicalUrl(url)));
  const perSite = new Map<string, number>();
  for (const { host } of known) perSite.set(host, (perSite.get(host) ?? 0) + 1);
  const chosen: Candidate[] = [];
  const longest = Math.max(0, ...searches.map((hits) => hits.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const hits of searches) {
      const hit = hits[rank];
      const name = hit && canonicalUrl(hit.url);
      if (!hit || !name || seen.has(name) || chosen.length >= atMost) continue;
      const host = hostOf(hit.url);
      const ofSite = perSite.get(host) ?? 0;
      if (ofSite >= perHost) continue;
      seen.add(name);
      perSite.set(host, ofSite + 1);
      const id = `s${known.length + chosen.length + 1}`;
      chosen.push({ id, url: hit.url, host, title: titleOf(hit.title, hit.url) });
    }
  }
  return chosen;
}

interface Reading {
  readonly candidates: readonly Candidate[];
  /** Candidates requested so far. */
  readonly asked: number;
  readonly pages: readonly Page[];
}

/** Counts a requested candidate, and adds its page if it was read. */
export function withPage<State extends Reading>(
  state: State,
  { id }: ReadAction,
  result: ActionResult,
): State {
  const asked = state.asked + 1;
  const candidate = state.candidates.find((each) => readingStep(each) === id);
  if (!candidate || !result.ok || result.kind !== 'read') return { ...state, asked };
  return { ...state, asked, pages: [...state.pages, toPage(candidate, result)] };
}

/** Stores a page without invisible characters. */
function toPage(candidate: Candidate, { page }: ReadDone): Page {
  const host = hostOf(page.url) || candidate.host;
  return {
    id: candidate.id,
    url: page.url,
    host,
    title: titleOf(page.title || candidate.title, page.url),
    date: page.date,
    readAt: page.readAt,
    passages: splitPassages(page.blocks.map(cleanText)),
  };
}

function titleOf(title: string, url: string): string {
  return oneLine(cleanText(title)).slice(0, 200) || hostOf(url);
}
