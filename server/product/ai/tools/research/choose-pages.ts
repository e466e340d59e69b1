import { type Candidate, chooseCandidates } from '../../gathering/sources.ts';
import type { Question, ResearchLimits, ResearchState } from './state.ts';

/**
 * How many pages each question of a round may have. In the first all have as many, and some are left for what stays
 * open; a later one is of one question.
 */
export function shareOf(
  plan: ResearchLimits,
  round: number,
  of: { questions: number; read: number },
): number {
  const left = plan.pages - of.read;
  const even = round === 1 ? Math.floor((left - plan.pagesForGaps) / Math.max(1, of.questions)) : left;
  return Math.max(1, Math.min(plan.pagesPerQuestion, even));
}

/** No page more is read, or none is asked for. */
export const isOutOfPages = ({ plan, pages, candidates }: ResearchState): boolean =>
  pages.length >= plan.pages || candidates.length >= plan.pages * plan.triesPerPage;

/**
 * Pages to ask for, of what the searches of the round have named: as many for each question as are missing to its
 * share. What counts is what could be read; what is asked for has its bound too, for each question and in all.
 */
export function choosePages(state: ResearchState): ResearchState {
  const { plan, inquiries, searches, pages, share } = state;
  const candidates: Candidate[] = [...state.candidates];
  const purposes = new Map(state.purposes);
  const isFor = (question: Question) => (page: Candidate) => purposes.get(page.id) === question;
  // Addresses that the person has typed are asked for in any case.
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
