import { type Candidate, chooseCandidates } from '../../gathering/sources.ts';
import type { Question, ResearchLimits, ResearchState } from './state.ts';

/**
 * Returns how many pages each question of a round may have. The first round shares evenly and keeps some pages for
 * gaps; a later one shares the pages of a single question between what is open and the leads.
 */
export function shareOf(
  plan: ResearchLimits,
  round: number,
  of: { questions: number; read: number },
): number {
  const left = plan.pages - of.read;
  const all = round === 1 ? left - plan.pagesForGaps : Math.min(plan.pagesPerQuestion, left);
  const even = Math.floor(all / Math.max(1, of.questions));
  return Math.max(1, Math.min(plan.pagesPerQuestion, even));
}

/** Whether no more pages may be read or requested. */
export const isOutOfPages = ({ plan, pages, candidates }: ResearchState): boolean =>
  pages.length >= plan.pages || candidates.length >= plan.pages * plan.triesPerPage;

/**
 * Chooses pages to request from the hits of a round: for each question, as many as are missing from its share. Only
 * readable pages count towards the share, and requests are capped per question and in total.
 */
export function choosePages(state: ResearchState): ResearchState {
  const { plan, inquiries, searches, pages, share } = state;
  const candidates: Candidate[] = [...state.candidates];
  const purposes = new Map(state.purposes);
  const isFor = (question: Question) => (page: Candidate) => purposes.get(page.id) === question;
  // Addresses typed by the person are always requested.
  let planned = pages.length + candidates.length - state.asked;
  for (const question of new Set(inquiries.map((inquiry) => inquiry.question))) {
    const own = searches.filter((_hits, at) => inquiries[at]?.question === question);
    const read = pages.filter(isFor(question)).length;
    const tried = candidates.filter(isFor(question)).length;
    const room = Math.min(
      share - read,
      share * plan.triesPerPage - tried,
      plan.pages - planned,
      plan.pages * plan.triesPerPage - candidates.length,
    );
    const chosen = chooseCandidates(own, candidates, { atMost: room, perHost: plan.perHost });
    planned += chosen.length;
    candidates.push(...chosen);
    for (const { id } of chosen) purposes.set(id, question);
  }
  return { ...state, candidates, purposes };
}
