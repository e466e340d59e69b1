import type { SearchDone } from '../../engine/action.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Draft } from '../../gathering/draft.ts';
import type { Lead } from '../../gathering/leads.ts';
import type { Failure } from '../../gathering/nothing-found.ts';
import type { Candidate, Page } from '../../gathering/sources.ts';
import type { SecondReading } from '../../second-reader/second-reading.ts';
import type { ToolInput } from '../../tool.ts';

/** Limits of one research run. */
export interface ResearchLimits {
  readonly questions: number;
  readonly queriesPerQuestion: number;
  /** Required points, over all questions. */
  readonly points: number;
  readonly rounds: number;
  /** Queries of each further round: for what is open, and for leads. */
  readonly queriesPerRound: number;
  /** Maximum pages read. */
  readonly pages: number;
  readonly pagesPerQuestion: number;
  /** Pages that the first round keeps for gaps. */
  readonly pagesForGaps: number;
  /** Maximum candidates tried per page. */
  readonly triesPerPage: number;
  readonly perHost: number;
  /** Maximum pages of a followed-up report, which are read again first. */
  readonly kept: number;
}

/** A point that the research must answer. */
export interface Point {
  /** `m1`, `m2`, … over all questions. */
  readonly id: string;
  readonly text: string;
}

export interface Question {
  readonly text: string;
  readonly points: readonly Point[];
}

/** A query of a round, and the purpose of its pages. */
export interface Inquiry {
  readonly query: string;
  readonly question: Question;
  /** The name on a page that it follows. */
  readonly lead?: string;
}

export interface ResearchState {
  readonly input: ToolInput;
  readonly plan: ResearchLimits;
  readonly seed: Seed;
  /** The question in a sentence or two; null before planning. */
  readonly brief: string | null;
  readonly questions: readonly Question[];
  /** Counts from 1. */
  readonly round: number;
  /** Maximum pages per question in this round. */
  readonly share: number;
  /** Queries of this round. */
  readonly inquiries: readonly Inquiry[];
  /** Hits of this round's queries so far, in their order. */
  readonly searches: readonly SearchDone['hits'][];
  /** Queries of all rounds. */
  readonly queries: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Question that each candidate is read for. */
  readonly purposes: ReadonlyMap<string, Question>;
  readonly asked: number;
  readonly pages: readonly Page[];
  readonly noted: readonly string[];
  readonly claims: readonly Claim[];
  /** Names that readers have found on pages. */
  readonly leads: readonly Lead[];
  /** Queries planned so far for the next round; null: none has been asked for. */
  readonly further: readonly Inquiry[] | null;
  /** Claims at the start of the round. */
  readonly claimsBefore: number;
  /** Whether searching is over. */
  readonly isGathered: boolean;
  readonly failures: readonly Failure[];
  /** Pages that were read, with or without a finding. */
  readonly readThrough: number;
  /** Queries that the budget didn't allow. */
  readonly unsearched: readonly string[];
  readonly isOutOfMeans: boolean;
  readonly draft: Draft | null;
  readonly isMended: boolean;
  readonly reading: SecondReading;
}

/** Returns all points of the plan. */
export const pointsOf = ({ questions }: Pick<ResearchState, 'questions'>): Point[] =>
  questions.flatMap(({ points }) => points);

/** Returns the points that none of these claims answers. */
export function openPoints(state: Pick<ResearchState, 'questions' | 'claims'>): Point[] {
  const answered = new Set(state.claims.flatMap(({ answers }) => answers));
  return pointsOf(state).filter(({ id }) => !answered.has(id));
}

/** Whether too many points stay open for a report. */
export const isTooOpen = (open: number, state: Pick<ResearchState, 'questions'>): boolean =>
  open > pointsOf(state).length / 2;
