import type { Written } from '../../contract/broken-promises.ts';
import { createMending } from '../../contract/mend.ts';
import type { ActionResult, ChatAction, ReadAction } from '../../engine/action.ts';
import type { Next, ToolSpec } from '../../engine/tool-spec.ts';
import { notingStep, readAction, searchAction } from '../../gathering/actions.ts';
import type { Draft } from '../../gathering/draft.ts';
import { gatheringSteps, notedSteps, plannedSteps } from '../../gathering/gathering-steps.ts';
import { nothingFound, tooLittleFound, withFailure } from '../../gathering/nothing-found.ts';
import { pagesAtHand } from '../../gathering/pages-at-hand.ts';
import { leadsOf, readingAction, toClaims } from '../../gathering/read-claims.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import { type Page, withPage } from '../../gathering/sources.ts';
import {
  applyReading,
  isOfReading,
  NOT_BEGUN,
  nextReading,
  readingSteps,
  unreadSteps,
} from '../../second-reader/second-reading.ts';
import { choosePages, isOutOfPages } from './choose-pages.ts';
import { deliverReport, matterOf } from './deliver.ts';
import { applyFurther, beginRound, furtherPlan, furtherSteps } from './further-rounds.ts';
import { planAction, plannerRoom, readPlan } from './plan-research.ts';
import { isTooOpen, openPoints, pointsOf, type ResearchLimits, type ResearchState } from './state.ts';
import { REPORT_TOKENS, reportAction } from './write-report.ts';

/**
 * Reducer of the research, a report with every claim cited: plan in parts; search, read and note in rounds until each
 * required point is answered, nothing new comes, or only the writing budget is left; then write.
 */
export const researchSpec: ToolSpec<ResearchLimits, ResearchState> = {
  type: 'research',
  version: 'research/12',
  writing: { promptTokens: 8_000, maxTokens: REPORT_TOKENS },

  plan: () => ({
    questions: 6,
    queriesPerQuestion: 2,
    points: 12,
    rounds: 3,
    queriesPerRound: 3,
    pages: 20,
    pagesPerQuestion: 4,
    pagesForGaps: 5,
    triesPerPage: 2,
    perHost: 3,
    kept: 12,
  }),

  init: (input, plan, seed) => ({
    input,
    plan,
    seed,
    brief: null,
    questions: [],
    round: 1,
    share: 0,
    inquiries: [],
    searches: [],
    queries: [],
    candidates: [],
    purposes: new Map(),
    asked: 0,
    pages: [],
    noted: [],
    claims: [],
    leads: [],
    further: null,
    claimsBefore: 0,
    isGathered: false,
    failures: [],
    readThrough: 0,
    unsearched: [],
    isOutOfMeans: false,
    draft: null,
    isMended: false,
    reading: NOT_BEGUN,
  }),

  isOfReading,

  next(state): Next {
    if (state.brief === null) return { do: [planAction(state.input, state.seed, state.plan)] };
    if (!state.isOutOfMeans && !state.isGathered) return gather(state);
    if (state.claims.length === 0) return nothingFound(state);
    if (isTooOpen(openPoints(state).length, state))
      return tooLittleFound(state, state.queries.length, 'fewer than half of the points could be answered');
    return write(state);
  },

  apply(before, action, result): ResearchState {
    // Its failures say nothing about what was gathered.
    if (before.draft !== null && isOfReading(action))
      return { ...before, reading: applyReading(matterOf(before, before.draft), action, result) };
    const state = withFailure(before, action, result);
    switch (action.kind) {
      case 'search': {
        const searches = [...state.searches, result.ok && result.kind === 'search' ? result.hits : []];
        const searched = { ...state, searches };
        return searches.length === state.inquiries.length ? choosePages(searched) : searched;
      }
      case 'read':
        return withFurtherPages(withPage(state, action, result));
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

/** Next act of a round: search, fetch, read, or another round. */
function gather(state: ResearchState): Next {
  const { inquiries, searches, round, input, candidates, asked, pages, noted } = state;
  if (searches.length < inquiries.length) {
    const how = { language: input.language, count: 10 };
    return { do: inquiries.map(({ query }, at) => searchAction(`search:${round}.${at + 1}`, query, how)) };
  }
  const unread: ReadAction[] = candidates.slice(asked).map((each) => readAction(each, input.language));
  if (unread.length > 0) return { do: unread };
  const unnoted = pages.filter(({ id }) => !noted.includes(id));
  if (unnoted.length > 0) return { do: unnoted.map((page) => noting(state, page)) };
  const isLast = round >= state.plan.rounds || isOutOfPages(state) || state.unsearched.length > 0;
  // Stops after a round without news, because the next would bring none either.
  const plan = isLast || state.claims.length === state.claimsBefore ? null : furtherPlan(state);
  return plan === null ? researchSpec.next({ ...state, isGathered: true }) : { do: [plan] };
}

function write(state: ResearchState): Next {
  const { draft } = state;
  const report = reportAction(state);
  if (draft === null) return { do: [report] };
  const mend = mending.ask(state, draft, report);
  if (mend !== null) return { do: [mend] };
  const checks = nextReading(matterOf(state, draft));
  if (checks.length > 0) return { do: checks };
  const { deliverable } = deliverReport(state, draft);
  const { sources, open } = deliverable.evidence;
  if (sources.length === 0)
    return { failed: 'no_sources', because: 'the report cites nothing that could be verified' };
  if (isTooOpen(open.length, state))
    return { failed: 'no_sources', because: 'the report answers fewer than half of the points' };
  return { done: deliverable };
}

const writtenOf = (state: ResearchState, draft: Draft): Written => ({
  text: draft.text,
  sources: deliverReport(state, draft).deliverable.evidence.sources.length,
});

const mending = createMending<ResearchState, Draft>({ writtenOf });

function noting(state: ResearchState, page: Page): ChatAction {
  const { purposes, brief, input, seed } = state;
  const { text, points } = purposes.get(page.id) ?? { text: brief ?? input.task.title, points: [] };
  const about = [text, ...points.map((point) => point.text)].join(' ');
  // A page found for one part often answers a point of another.
  const task = { question: text, points: pointsOf(state), about, wantsLeads: true };
  return readingAction(page, task, { id: notingStep(page), language: input.language, seed });
}

/** Replaces unreadable pages by others, once all have been requested. */
const withFurtherPages = (state: ResearchState): ResearchState =>
  state.asked === state.candidates.length && !state.isOutOfMeans ? choosePages(state) : state;

function applyChat(state: ResearchState, action: ChatAction, result: ActionResult): ResearchState {
  const { input, draft } = state;
  if (action.role === 'reader') {
    const page = state.pages.find((each) => notingStep(each) === action.id);
    if (!page) return state;
    const all = pointsOf(state).map(({ id }) => id);
    const claims = toClaims(page, result, state.claims.length + 1).map((claim) => ({
      ...claim,
      answers: claim.answers.filter((id) => all.includes(id)),
    }));
    return {
      ...state,
      claims: [...state.claims, ...claims],
      leads: [...state.leads, ...leadsOf(page, result)],
      noted: [...state.noted, page.id],
    };
  }
  if (action.role === 'planner' && state.brief === null) {
    if (!result.ok || result.kind !== 'chat') return state;
    const { brief, questions, inquiries } = readPlan(result.value, input, state.plan);
    // Keeps room for new pages only if some are searched.
    const { earlier, candidates } = pagesAtHand(input, {
      atMost: state.plan.pages,
      beside: inquiries.length > 0 ? state.plan.kept : state.plan.pages,
    });
    const planned = {
      ...state,
      brief,
      questions,
      candidates,
      asked: earlier.length,
      pages: earlier,
    };
    return beginRound(planned, inquiries, 1);
  }
  if (action.role === 'planner') return applyFurther(state, action, result);
  // Only the second writing may fail.
  if (!result.ok || result.kind !== 'chat') return { ...state, isMended: true };
  if (draft === null) return { ...state, draft: result };
  return { ...state, isMended: true, draft: mending.better(state, draft, result) };
}

function chatSteps(
  state: ResearchState,
  action: ChatAction,
  result: ActionResult,
): ReturnType<typeof researchSpec.steps> {
  if (state.draft !== null && isOfReading(action))
    return readingSteps(matterOf(state, state.draft), action, result);
  if (action.role === 'reader') return notedSteps(action.id, result, state.pages);
  if (action.role === 'planner') return planSteps(state, action, result);
  if (state.draft !== null) return mending.steps(state, state.draft, result);
  if (!result.ok || result.kind !== 'chat') return [];
  const { deliverable, checked } = deliverReport(state, result);
  const unverified = deliverable.evidence.unverified.length;
  return [
    { key: 'wrote_answer', params: { model: result.model } },
    { key: 'checked_answer', params: { sentences: checked, unverified } },
    ...unreadSteps(matterOf(state, result)),
  ];
}

function planSteps(
  state: ResearchState,
  action: ChatAction,
  result: ActionResult,
): ReturnType<typeof researchSpec.steps> {
  if (state.brief !== null) return furtherSteps(state, action, result);
  const { questions, queries, pages } = applyChat(state, action, result);
  return [
    ...sentSteps(state.input, plannerRoom(state.seed)),
    ...questions.map(({ text: question }) => ({ key: 'planned_question', params: { question } }) as const),
    ...plannedSteps(queries, pages),
  ];
}
