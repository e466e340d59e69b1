import type { RunStep } from '#domain/run/run-steps.ts';
import type { ActionResult, ChatAction } from '../../engine/action.ts';
import { shareOf } from './choose-pages.ts';
import { FOLLOW, followAction, openLeads, readFollow } from './follow-leads.ts';
import { inTurn, moreAction, readMore } from './plan-research.ts';
import { type Inquiry, openPoints, pointsOf, type ResearchState } from './state.ts';

export function beginRound(
  state: ResearchState,
  inquiries: readonly Inquiry[],
  round: number,
): ResearchState {
  const questions = new Set(inquiries.map(({ question }) => question)).size;
  const share = shareOf(state.plan, round, { questions, read: state.pages.length });
  const queries = [...state.queries, ...inquiries.map(({ query }) => query)];
  return { ...state, round, share, inquiries, queries, searches: [], claimsBefore: state.claims.length };
}

/**
 * The next plan of another round: first for what is open, then for leads; null if there is nothing to plan. With nothing
 * open, leads are followed once.
 */
export function furtherPlan(state: ResearchState): ChatAction | null {
  const open = openPoints(state);
  if (open.length > 0 && state.further === null) return moreAction(state, open);
  const isWanted = open.length > 0 || state.round === 1;
  return isWanted && openLeads(state).length > 0 ? followAction(state) : null;
}

/** Begins the next round once all of it is planned. Both kinds of queries share its searches. */
export function applyFurther(state: ResearchState, action: ChatAction, result: ActionResult): ResearchState {
  const isOfLeads = action.id.startsWith(FOLLOW);
  const answered = result.ok && result.kind === 'chat';
  const read = isOfLeads ? readFollow : readMore;
  const further = [...(state.further ?? []), ...(answered ? read(result.value, state) : [])];
  if (!isOfLeads && openLeads(state).length > 0) return { ...state, further };
  const chosen = inTurn(further).slice(0, state.plan.queriesPerRound);
  const planned = { ...state, further: null };
  return chosen.length === 0
    ? { ...planned, isGathered: true }
    : beginRound(planned, chosen, state.round + 1);
}

/** Steps for a plan of another round: what is open, which names are followed, and the queries once they are chosen. */
export function furtherSteps(state: ResearchState, action: ChatAction, result: ActionResult): RunStep[] {
  const after = applyFurther(state, action, result);
  const inquiries = after.round > state.round ? after.inquiries : [];
  const steps: RunStep[] = [];
  if (state.further === null && openPoints(state).length > 0) {
    const params = { open: openPoints(state).length, of: pointsOf(state).length };
    steps.push({ key: 'found_gaps', params });
  }
  const names = [...new Set(inquiries.flatMap(({ lead }) => lead ?? []))];
  if (names.length > 0) steps.push({ key: 'followed_leads', params: { names } });
  if (inquiries.length > 0) {
    const queries = inquiries.map(({ query }) => query);
    steps.push({ key: 'planned_search', params: { queries } });
  }
  return steps;
}
