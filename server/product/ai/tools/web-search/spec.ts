import type { z } from 'zod';
import type { Written } from '../../contract/broken-promises.ts';
import { createMending, MEND } from '../../contract/mend.ts';
import type { ActionResult, ChatAction, ReadAction, SearchDone } from '../../engine/action.ts';
import type { Next, Seed, ToolSpec } from '../../engine/tool-spec.ts';
import type { Claim } from '../../evidence/claim.ts';
import { notingStep, readAction, searchAction } from '../../gathering/actions.ts';
import { cleanQueries } from '../../gathering/clean-query.ts';
import type { Draft } from '../../gathering/draft.ts';
import { gatheringSteps, notedSteps, plannedSteps } from '../../gathering/gathering-steps.ts';
import { type Failure, nothingFound, withFailure } from '../../gathering/nothing-found.ts';
import { pagesAtHand } from '../../gathering/pages-at-hand.ts';
import { privateWords, withoutPrivateWords } from '../../gathering/private-words.ts';
import { readingAction, toClaims } from '../../gathering/read-claims.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import { type Candidate, chooseCandidates, type Page, withPage } from '../../gathering/sources.ts';
import {
  applyReading,
  isOfReading,
  NOT_BEGUN,
  nextReading,
  readingSteps,
  type SecondReading,
  unreadSteps,
} from '../../second-reader/second-reading.ts';
import type { ToolInput } from '../../tool.ts';
import { deliver, matterOf } from './deliver.ts';
import { planAction, plannerRoom, planShape, SUMMARY_TOKENS, writeAction, writingMatter } from './prompts.ts';
import { foreignClaims, REWORDING, rewordAction, rewordClaims } from './reword-claims.ts';

export interface WebSearchPlan {
  readonly queries: number;
  /** Maximum pages in the result, and maximum pages requested. */
  readonly pages: number;
  readonly asked: number;
  readonly perHost: number;
  /** Pages kept of a followed-up answer, leaving room for new ones. */
  readonly kept: number;
}

export interface WebSearchState {
  readonly input: ToolInput;
  readonly plan: WebSearchPlan;
  readonly seed: Seed;
  /** Planned question; null before planning. */
  readonly question: string | null;
  readonly queries: readonly string[];
  /** Hits of the queries so far, in their order. */
  readonly searches: readonly SearchDone['hits'][];
  readonly candidates: readonly Candidate[];
  /** Candidates requested so far. */
  readonly asked: number;
  readonly pages: readonly Page[];
  /** Ids of pages whose claims are noted. */
  readonly noted: readonly string[];
  readonly claims: readonly Claim[];
  readonly failures: readonly Failure[];
  /** Pages that were read, with or without a finding. */
  readonly readThrough: number;
  /** Queries that the budget didn't allow. */
  readonly unsearched: readonly string[];
  readonly isOutOfMeans: boolean;
  /** Whether claims in other languages have been reworded. */
  readonly isReworded: boolean;
  readonly draft: Draft | null;
  readonly isMended: boolean;
  readonly reading: SecondReading;
}

/**
 * Reducer of the web search, five to ten links with their claims: plan, search, read, note, write. Each step's role
 * lacks the means of the next, so that a malicious page can lie but neither search nor learn anything.
 */
export const webSearchSpec: ToolSpec<WebSearchPlan, WebSearchState> = {
  type: 'web_search',
  version: 'web_search/9',
  writing: { promptTokens: 4_000, maxTokens: SUMMARY_TOKENS },

  plan: () => ({ queries: 3, pages: 10, asked: 16, perHost: 2, kept: 6 }),

  init: (input, plan, seed) => ({
    input,
    plan,
    seed,
    question: null,
    queries: [],
    searches: [],
    candidates: [],
    asked: 0,
    pages: [],
    noted: [],
    claims: [],
    failures: [],
    readThrough: 0,
    unsearched: [],
    isOutOfMeans: false,
    isReworded: false,
    draft: null,
    isMended: false,
    reading: NOT_BEGUN,
  }),

  isOfReading,

  next(state): Next {
    const { input, plan, seed, queries, draft } = state;
    if (state.question === null) return { do: [planAction(input, seed, plan.queries)] };
    if (state.searches.length < queries.length) {
      const how = { language: input.language, count: plan.pages };
      return { do: queries.map((query, at) => searchAction(`search:${at + 1}`, query, how)) };
    }
    if (!state.isOutOfMeans) {
      const pages = pagesToRead(state);
      if (pages.length > 0) return { do: pages };
      const unnoted = state.pages.filter(({ id }) => !state.noted.includes(id));
      if (unnoted.length > 0) return { do: unnoted.map((page) => noting(state, page)) };
    }
    if (state.claims.length === 0) return nothingFound(state);
    const foreign = state.isReworded || state.isOutOfMeans ? [] : foreignClaims(state.claims, input.language);
    if (foreign.length > 0) return { do: [rewordAction(input, seed, foreign)] };
    if (draft === null) return { do: [writing(state)] };
    const mend = mending.ask(state, draft, writing(state));
    if (mend !== null) return { do: [mend] };
    const checks = nextReading(matterOf(state, draft));
    return checks.length > 0 ? { do: checks } : { done: deliver(state, draft).deliverable };
  },

  apply(before, action, result): WebSearchState {
    // Its failures say nothing about what was gathered.
    if (before.draft !== null && isOfReading(action))
      return { ...before, reading: applyReading(matterOf(before, before.draft), action, result) };
    const state = withFailure(before, action, result);
    switch (action.kind) {
      case 'search': {
        const searches = [...state.searches, result.ok && result.kind === 'search' ? result.hits : []];
        const limits = { atMost: 3 * state.plan.pages, perHost: state.plan.perHost };
        if (searches.length < state.queries.length) return { ...state, searches };
        const found = chooseCandidates(searches, state.candidates, limits);
        return { ...state, searches, candidates: [...state.candidates, ...found] };
      }
      case 'read':
        return withPage(state, action, result);
      case 'chat':
        return applyChat(state, action, result);
      case 'scan':
      case 'profile':
      case 'query':
      case 'picture':
        return state;
    }
  },

  steps: gatheringSteps(chatSteps),
};

/** Chooses as many pages as a full list lacks, within the limit of requests. */
function pagesToRead({ candidates, asked, pages, plan, input }: WebSearchState): ReadAction[] {
  const missing = Math.max(0, Math.min(plan.pages - pages.length, plan.asked - asked));
  return candidates.slice(asked, asked + missing).map((candidate) => readAction(candidate, input.language));
}

function noting({ question, input, seed }: WebSearchState, page: Page): ChatAction {
  const about = question ?? input.task.title;
  const task = { question: about, points: [], about };
  return readingAction(page, task, { id: notingStep(page), language: input.language, seed });
}

/** The links stand below, whatever it says of them: what counts is what it cites itself. */
const writtenOf = (state: WebSearchState, draft: Draft): Written => ({
  text: draft.text,
  sources: deliver(state, draft).deliverable.restsOn ?? 0,
});

const mending = createMending<WebSearchState, Draft>({ writtenOf });

const writing = (state: WebSearchState): ChatAction =>
  writeAction(state.input, state.seed, writingMatter(state));

function applyChat(state: WebSearchState, action: ChatAction, result: ActionResult): WebSearchState {
  const { input, draft } = state;
  if (action.role === 'reader') {
    const page = state.pages.find((each) => notingStep(each) === action.id);
    if (!page) return state;
    const claims = [...state.claims, ...toClaims(page, result, state.claims.length + 1)];
    return { ...state, claims, noted: [...state.noted, page.id] };
  }
  if (action.id === REWORDING) {
    const claims = rewordClaims(state.claims, result, { pages: state.pages, code: input.language });
    return { ...state, claims, isReworded: true };
  }
  // Only the second writing may fail.
  if (!result.ok || result.kind !== 'chat') return { ...state, isMended: true };
  if (action.role === 'planner') {
    return applyPlan(state, planShape.parse(result.value));
  }
  if (draft === null) return { ...state, draft: result };
  return { ...state, isMended: true, draft: mending.better(state, draft, result) };
}

function applyPlan(state: WebSearchState, { question, queries }: z.output<typeof planShape>): WebSearchState {
  const { input, plan } = state;
  const hidden = privateWords(input);
  const clean = cleanQueries(queries, { atMost: plan.queries, hidden });
  const { earlier, candidates } = pagesAtHand(input, {
    atMost: plan.pages,
    beside: clean.length > 0 ? plan.kept : plan.pages,
  });
  // If the planner names no usable query, searches the task itself, unless there are pages to read.
  const asked =
    clean.length > 0 || candidates.length > 0
      ? clean
      : cleanQueries([input.task.title], { atMost: 1, hidden });
  return {
    ...state,
    question: withoutPrivateWords(question, hidden).slice(0, 500),
    queries: asked,
    candidates,
    asked: earlier.length,
    pages: earlier,
  };
}

function chatSteps(
  state: WebSearchState,
  action: ChatAction,
  result: ActionResult,
): ReturnType<typeof webSearchSpec.steps> {
  const { language } = state.input;
  if (state.draft !== null && isOfReading(action))
    return readingSteps(matterOf(state, state.draft), action, result);
  if (action.role === 'planner') {
    const { queries, pages } = applyChat(state, action, result);
    return [...sentSteps(state.input, plannerRoom(state.seed)), ...plannedSteps(queries, pages)];
  }
  if (action.role === 'reader') return notedSteps(action.id, result, state.pages);
  if (action.id === REWORDING && !result.ok) return [];
  if (state.draft !== null && action.id === MEND) return mending.steps(state, state.draft, result);
  if (action.id === REWORDING) return [{ key: 'rewrote_in_language', params: { language } }];
  if (!result.ok || result.kind !== 'chat') return [];
  const { deliverable, checked } = deliver(state, result);
  return [
    { key: 'wrote_answer', params: { model: result.model } },
    {
      key: 'checked_answer',
      params: { sentences: checked, unverified: deliverable.evidence.unverified.length },
    },
    ...unreadSteps(matterOf(state, result)),
  ];
}
