import type { SearchDone } from '../../engine/action.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Draft } from '../../gathering/draft.ts';
import type { Failure } from '../../gathering/nothing-found.ts';
import type { Candidate, Page } from '../../gathering/sources.ts';
import type { ToolInput } from '../../tool.ts';

/** Limits of a research. */
export interface ResearchLimits {
  readonly questions: number;
  readonly queriesPerQuestion: number;
  /** Points that must be answered, over all questions. */
  readonly points: number;
  /** Searches for what is missing come on top of the first round. */
  readonly rounds: number;
  /** Pages read. */
  readonly pages: number;
  readonly pagesPerQuestion: number;
  /** Pages that the first round leaves for open points. */
  readonly pagesForGaps: number;
  /** Candidates tried per page. */
  readonly triesPerPage: number;
  readonly perHost: number;
  /** Pages of a followed-up report, which are read again first. */
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

/** A query of a round, and what its pages are read for. */
export interface Inquiry {
  readonly query: string;
  readonly question: Question;
}

export interface ResearchState {
  readonly input: ToolInput;
  readonly plan: ResearchLimits;
  readonly seed: Seed;
  /** In a sentence or two what is to be found out; null until that is planned. */
  readonly brief: string | null;
  readonly questions: readonly Question[];
  /** 1 for the first. */
  readonly round: number;
  /** Pages that each of its questions may have. */
  readonly share: number;
  /** Inquiries of this round. */
  readonly inquiries: readonly Inquiry[];
  /** Hits of this round's inquiries so far, in their order. */
  readonly searches: readonly SearchDone['hits'][];
  /** All queries that were made, in any round. */
  readonly queries: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Question that each candidate is read for. */
  readonly purposes: ReadonlyMap<string, Question>;
  readonly asked: number;
  readonly pages: readonly Page[];
  readonly noted: readonly string[];
  readonly claims: readonly Claim[];
  /** Claims that there were when the round began. */
  readonly claimsBefore: number;
  /** Nothing more is to be searched for. */
  readonly isGathered: boolean;
  readonly failures: readonly Failure[];
  /** Pages that a reader has looked through, whatever it has found there. */
  readonly readThrough: number;
  /** Queries that there was no money for. */
  readonly unsearched: readonly string[];
  readonly isOutOfMeans: boolean;
  readonly draft: Draft | null;
  readonly isRewritten: boolean;
}

/** All points of the plan. */
export const pointsOf = ({ questions }: Pick<ResearchState, 'questions'>): Point[] =>
  questions.flatMap(({ points }) => points);

/** Points that none of these claims answers: those that were noted, or those that a report cites. */
export function openPoints(state: Pick<ResearchState, 'questions' | 'claims'>): Point[] {
  const answered = new Set(state.claims.flatMap(({ answers }) => answers));
  return pointsOf(state).filter(({ id }) => !answered.has(id));
}

/** Whether too many points are open for the research to succeed. */
export const isTooOpen = (open: number, state: Pick<ResearchState, 'questions'>): boolean =>
  open > pointsOf(state).length / 2;
